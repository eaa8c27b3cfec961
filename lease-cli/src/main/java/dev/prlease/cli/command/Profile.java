package dev.prlease.cli.command;

/**
 * In which profile a user claims issues: what is configured, and nothing that a call could say.
 *
 * @param name what it is called; empty if none is configured
 * @param source where that stands, for people
 */
public record Profile(String name, String source) {
  /** Longest name, in characters. */
  static final int MAX_LENGTH = 200;
}
