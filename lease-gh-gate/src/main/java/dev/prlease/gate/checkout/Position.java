package dev.prlease.gate.checkout;

/** What a checkout has checked out. */
public sealed interface Position {
  /**
   * A branch.
   *
   * @param name without {@code refs/heads/}
   */
  record OnBranch(String name) implements Position {}

  /**
   * No branch, but a commit: also while a rebase or bisection goes on.
   *
   * @param commit all of its hexadecimal digits
   */
  record Detached(String commit) implements Position {}
}
