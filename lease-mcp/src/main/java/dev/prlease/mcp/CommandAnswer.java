package dev.prlease.mcp;

/**
 * What a command answered.
 *
 * @param exitCode its exit code; 0 is success
 * @param out what it printed as its answer: JSON values one after the other
 * @param err what it said beside
 */
public record CommandAnswer(int exitCode, String out, String err) {}
