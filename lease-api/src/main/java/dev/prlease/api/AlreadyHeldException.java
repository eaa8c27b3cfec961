package dev.prlease.api;

import java.time.Instant;
import java.util.Optional;

/**
 * A live lease is held by another session.
 *
 * <p><b>What to do:</b> stand down. Log the owner; do not force-push, rebase or merge.
 */
public final class AlreadyHeldException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private final transient LeaseRecord record;
  private final String store;

  /**
   * Tells of {@code record}, found live in {@code store}.
   *
   * @param store the location of the store, for people
   */
  public AlreadyHeldException(LeaseKey key, LeaseRecord record, String store) {
    this(
        key,
        record,
        store,
        key + " is already being driven by session " + record.owner(),
        "Stand down: do not force-push, rebase or merge it. The lease is free once released, or from "
            + record.expiresAt()
            + " unless it is renewed.");
  }

  private AlreadyHeldException(
      LeaseKey key, LeaseRecord record, String store, String message, String nextStep) {
    super("already-held", Optional.of(key), message, nextStep, null);
    this.record = record;
    this.store = store;
  }

  /**
   * Tells of {@code record}, found live in {@code store}, whose own session wants to act a second
   * time: another process of it is at work.
   */
  public static AlreadyHeldException atWork(LeaseKey key, LeaseRecord record, String store) {
    return new AlreadyHeldException(
        key,
        record,
        store,
        "session " + record.owner() + " is at work on " + key + " already" + byWhom(record),
        "Wait until that process is done, or act as another session. The lease is free once"
            + " released, or from "
            + record.expiresAt()
            + " unless it is renewed.");
  }

  private static String byWhom(LeaseRecord record) {
    Optional<Holder> holder = record.holder().filter(known -> !known.program().isEmpty());
    if (holder.isEmpty()) {
      return "";
    }
    String pid = holder.get().process().map(process -> ", pid " + process.pid()).orElse("");
    return ": " + holder.get().program() + pid;
  }

  /** The record that was found. */
  public LeaseRecord record() {
    return record;
  }

  /** The session that holds the lease. */
  public SessionId owner() {
    return record.owner();
  }

  /**
   * Since when: the start of the holding, or of its last renewal where an older program wrote the
   * record.
   */
  public Instant since() {
    return record.grantedAt().orElse(record.acquiredAt());
  }

  /** Until when, unless it is renewed. */
  public Instant until() {
    return record.expiresAt();
  }

  /** The holding's fence. */
  public Fence fence() {
    return record.fence();
  }

  /** The location of the store in which it was found. */
  public String store() {
    return store;
  }
}
