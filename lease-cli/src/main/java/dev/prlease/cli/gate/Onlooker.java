package dev.prlease.cli.gate;

import dev.prlease.cli.command.Desk;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.PrLease;

/** Looks on while a gate command acts under a lease. Never throws, and keeps nobody waiting. */
interface Onlooker {
  /** Looks away. */
  Onlooker NONE = new Onlooker() {};

  /** The lease is held; what is returned learns of its renewals and its loss. */
  default LeaseListener begin(PrLease lease, Desk desk) {
    return LeaseListener.NONE;
  }

  /** The work failed. */
  default void failed(RuntimeException why) {}

  /** The lease was given back, or left as it was before. */
  default void over(PrLease lease, Desk desk) {}
}
