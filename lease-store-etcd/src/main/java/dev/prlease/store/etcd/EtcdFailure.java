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
}
