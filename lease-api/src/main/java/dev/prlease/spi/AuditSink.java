package dev.prlease.spi;

/**
 * Takes down what happened.
 *
 * <p>Implementations are safe for use by several threads at once. What {@link #record} throws is
 * logged loudly and changes nothing about who owns what; only an admin bypass does not happen
 * without a durable line.
 */
public interface AuditSink extends AutoCloseable {
  /** What is left of an event after the machine lost power. */
  enum Durability {
    /** When {@link #record} has returned, the event is on stable storage. */
    DURABLE,
    /** The event may be lost. */
    BEST_EFFORT
  }

  /** Takes down {@code event}; once it returns, as durably as {@link #durability} says. */
  void record(AuditEvent event);

  /** How durable events are. */
  Durability durability();

  /** Frees what the sink holds open. Idempotent. */
  @Override
  void close();
}
