package dev.prlease.core;

import dev.prlease.api.LeaseException;
import java.time.Duration;

/** Why a keeper stopped. */
public sealed interface LeaseEnd {
  /** The keeper was closed, or its handle was released, closed or detached. */
  record Closed() implements LeaseEnd {}

  /**
   * The lease is lost: stop acting now.
   *
   * @param why as {@link PrLease#assertOwned} would tell it
   */
  record Lost(LeaseException why) implements LeaseEnd {}

  /**
   * The keeper kept the lease for as long as it may. The lease is not renewed any more, and ends
   * with its TTL.
   */
  record MaximumHold(Duration maximumHold) implements LeaseEnd {}

  /**
   * The handle was garbage-collected without being closed. The lease is not renewed any more, and
   * ends with its TTL.
   */
  record Abandoned() implements LeaseEnd {}
}
