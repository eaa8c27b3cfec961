package dev.prlease.store.etcd;

import io.grpc.Status;

/** A call that had no answer of use. */
final class EtcdFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** What became of the request. */
  enum Fate {
    /** It reached nobody who would have carried it out, and never will. */
    NOT_DONE,
    /** etcd judged it, and will not do it. */
    REFUSED,
    /** etcd has no room; it was done already, or never will be. A read tells. */
    NO_ROOM,
    /** It may have been, or may yet be. */
    UNKNOWN
  }

  private final Fate fate;

  EtcdFailure(Fate fate, Status status, String message) {
    super(message, status.getCause());
    this.fate = fate;
  }

  Fate fate() {
    return fate;
  }

  /** Whether etcd answered, and there is no use in asking the same again. */
  boolean isJudged() {
    return fate == Fate.REFUSED || fate == Fate.NO_ROOM;
  }
}
