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

  /** What would help. */
  enum Remedy {
    /** To look after the cluster and the way to it. */
    CLUSTER,
    /** To heed what etcd says. */
    ETCD,
    /** Room for its data. */
    ROOM,
    /** The right user and password. */
    LOGIN,
    /** Neither user nor password. */
    NO_LOGIN,
    /** To let the user do it. */
    PERMISSION,
    /** Endpoints of one cluster. */
    ONE_CLUSTER
  }

  private final Fate fate;
  private final Remedy remedy;

  EtcdFailure(Fate fate, Status status, String message) {
    super(message, status.getCause());
    this.fate = fate;
    this.remedy = remedy(fate, status);
  }

  EtcdFailure(Fate fate, Identity.TwoClusters clusters) {
    super("its endpoints are of different clusters: " + clusters.getMessage());
    this.fate = fate;
    this.remedy = Remedy.ONE_CLUSTER;
  }

  private static Remedy remedy(Fate fate, Status status) {
    return switch (status.getDescription() == null ? "" : status.getDescription()) {
      case "etcdserver: authentication failed, invalid user ID or password",
          "etcdserver: user name is empty",
          "etcdserver: user name not found",
          "etcdserver: invalid auth token" ->
          Remedy.LOGIN;
      case "etcdserver: authentication is not enabled" -> Remedy.NO_LOGIN;
      case "etcdserver: permission denied" -> Remedy.PERMISSION;
      default ->
          switch (fate) {
            case REFUSED -> Remedy.ETCD;
            case NO_ROOM -> Remedy.ROOM;
            case NOT_DONE, UNKNOWN -> Remedy.CLUSTER;
          };
    };
  }

  Fate fate() {
    return fate;
  }

  /** Whether etcd answered, and there is no use in asking the same again. */
  boolean isJudged() {
    return fate == Fate.REFUSED || fate == Fate.NO_ROOM;
  }

  Remedy remedy() {
    return remedy;
  }
}
