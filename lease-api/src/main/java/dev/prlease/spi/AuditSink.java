package dev.prlease.spi;

/**
 * Takes down what happened. What {@link #record} throws is logged loudly and changes nothing about
 * who owns what; only an admin bypass does not happen without a durable line.
 *
 * <p>An implementation keeps these rules; each has a test in {@code lease-testkit} bearing its
 * number ({@code AuditSinkContract}).
 *
 * <ol>
 *   <li><b>AS-1</b> Each event becomes one entry: none is lost, doubled or joined with another, and
 *       those of one thread keep their order.
 *   <li><b>AS-2</b> An event is kept whole: events that differ in anything have entries that
 *       differ. The session and the details can be found by their text.
 *   <li><b>AS-3</b> No value poses as another entry or field, whatever its characters.
 *   <li><b>AS-4</b> Safe for use by several threads at once, and beside other sinks on the same
 *       entries, as several processes have them.
 *   <li><b>AS-5</b> The durability never changes. What a durable sink was told others can read when
 *       {@link #record} has returned; what any sink was told, when it is closed.
 *   <li><b>AS-6</b> An interrupt neither stops an event in the middle nor is lost: the event is
 *       taken down, the flag stays.
 *   <li><b>AS-7</b> An event that was not taken down is an exception (a sink of best effort may
 *       stay silent), and hinders no later one.
 *   <li><b>AS-8</b> {@link #close} may be called twice, and the entries stay. An event afterwards
 *       is taken down or fails; it never vanishes silently.
 * </ol>
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
