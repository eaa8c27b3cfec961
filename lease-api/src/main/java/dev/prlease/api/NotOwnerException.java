package dev.prlease.api;

import java.util.Optional;

/**
 * The session does not own the lease.
 *
 * <p><b>What to do:</b> abort the action. Acquire again, or stand down.
 */
public final class NotOwnerException extends LeaseException {
  private static final long serialVersionUID = 1L;

  /** What was found instead. */
  public enum Reason {
    /** No lease at all: it was released or broken, or never taken. */
    NONE,
    /** Another session's lease, live or expired. */
    FOREIGN,
    /** A later holding or grant of the same session: this handle is stale. */
    SUPERSEDED
  }

  private final Reason reason;
  private final transient Optional<LeaseRecord> found;

  private NotOwnerException(
      LeaseKey key, Reason reason, Optional<LeaseRecord> found, String message) {
    super(
        "not-owner",
        Optional.of(key),
        message,
        "Do not act on it. Acquire the lease again, or stand down.",
        null);
    this.reason = reason;
    this.found = found;
  }

  /** {@code session} acted on {@code key}, which nobody holds. */
  public static NotOwnerException none(LeaseKey key, SessionId session) {
    return new NotOwnerException(
        key,
        Reason.NONE,
        Optional.empty(),
        "session " + session + " does not hold " + key + ": nobody does");
  }

  /** {@code session} acted on a key that another session holds, or held last. */
  public static NotOwnerException foreign(LeaseKey key, SessionId session, LeaseRecord found) {
    return new NotOwnerException(
        key,
        Reason.FOREIGN,
        Optional.of(found),
        "session " + session + " does not hold " + key + ": session " + found.owner() + " does");
  }

  /** {@code session} acted through a handle of an earlier holding or grant. */
  public static NotOwnerException superseded(LeaseKey key, SessionId session, LeaseRecord found) {
    return new NotOwnerException(
        key,
        Reason.SUPERSEDED,
        Optional.of(found),
        "this handle on " + key + " is stale: session " + session + " has acquired it again since");
  }

  /** What was found instead. */
  public Reason reason() {
    return reason;
  }

  /** The record that was found, if there was one. */
  public Optional<LeaseRecord> found() {
    return found;
  }
}
