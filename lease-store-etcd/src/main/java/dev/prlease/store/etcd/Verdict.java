package dev.prlease.store.etcd;

import io.grpc.Status;

/** What a status says about a request, and about whether to send it again. */
enum Verdict {
  /**
   * It reached nobody, or somebody who had no leader to hand it to or too much to do: it is sent to
   * the next.
   */
  NOT_DONE_HERE,
  /** Our token is out of date; it was not carried out. */
  LOG_IN_AGAIN,
  /** etcd will not do it, and has not. */
  REFUSED,
  /**
   * etcd has no room for it. It says so of what it will not do, and, at the moment when it runs
   * full, of what it has just done: it looks for room before a write is proposed, and again when it
   * is applied, and then raises the alarm and applies it all the same. Nothing comes later.
   */
  NO_ROOM,
  /** Nobody knows. */
  UNKNOWN;

  private static final String NO_LEADER = "etcdserver: no leader";
  private static final String TOO_MANY = "etcdserver: too many requests";
  private static final String INVALID_TOKEN = "etcdserver: invalid auth token";
  private static final String OLD_AUTH_STORE = "etcdserver: revision of auth store is old";

  private static final String NO_SPACE = "etcdserver: mvcc: database space exceeded";

  /** Judges {@code status}, with which a call ended that {@code sending} watched. */
  static Verdict of(Status status, Sending sending) {
    if (!sending.hasBegun()) {
      return NOT_DONE_HERE;
    }
    String said = status.getDescription() == null ? "" : status.getDescription();
    if (said.equals(INVALID_TOKEN) || said.equals(OLD_AUTH_STORE)) {
      return LOG_IN_AGAIN;
    }
    if (said.equals(NO_LEADER) || said.equals(TOO_MANY)) {
      return NOT_DONE_HERE;
    }
    if (said.equals(NO_SPACE)) {
      return NO_ROOM;
    }
    // Only etcd's own words prove that etcd has judged it: what is between may use the same codes.
    boolean isEtcds = said.startsWith("etcdserver: ") || said.startsWith("mvcc: ");
    return isEtcds && isJudgement(status.getCode()) ? REFUSED : UNKNOWN;
  }

  private static boolean isJudgement(Status.Code code) {
    return switch (code) {
      case INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          UNAUTHENTICATED,
          FAILED_PRECONDITION,
          RESOURCE_EXHAUSTED,
          OUT_OF_RANGE ->
          true;
      case OK,
          CANCELLED,
          UNKNOWN,
          DEADLINE_EXCEEDED,
          ABORTED,
          UNIMPLEMENTED,
          INTERNAL,
          UNAVAILABLE,
          DATA_LOSS ->
          false;
    };
  }
}
