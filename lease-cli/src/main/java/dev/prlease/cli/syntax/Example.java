package dev.prlease.cli.syntax;

/**
 * A call that works as it stands.
 *
 * @param call what to type
 * @param effect what it does, one line
 */
public record Example(String call, String effect) {}
