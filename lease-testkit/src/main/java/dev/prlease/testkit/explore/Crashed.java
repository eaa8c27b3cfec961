package dev.prlease.testkit.explore;

/**
 * Ends a player's thread as a crash ends its process: nobody catches it, and no call works any
 * more.
 */
@SuppressWarnings("serial") // never leaves the thread it ends
final class Crashed extends Error {
  Crashed() {
    super("crashed", null, false, false);
  }
}
