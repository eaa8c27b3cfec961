package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;

/** What became of an attempt to acquire. */
public sealed interface Acquisition {
  /** The lease is ours; close it when done. */
  record Granted(PrLease lease) implements Acquisition {}

  /**
   * Another session holds it, nothing was written: stand down.
   *
   * @param refusal tells by whom, since when and until when; ready to be thrown
   */
  record Held(AlreadyHeldException refusal) implements Acquisition {}
}
