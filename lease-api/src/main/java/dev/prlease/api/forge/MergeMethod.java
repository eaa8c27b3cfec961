package dev.prlease.api.forge;

/** How a pull request becomes part of its base branch. */
public enum MergeMethod {
  /** One commit of all. */
  SQUASH,
  /** A merge commit. */
  MERGE,
  /** Its commits, put onto the base. */
  REBASE
}
