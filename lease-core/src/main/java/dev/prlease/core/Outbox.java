package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.AuditEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way to the sinks: those of one key are told in the order in which they were
 * posted, whoever tells them.
 *
 * <h2>Concurrency</h2>
 *
 * Posting takes the monitor for a few instructions and calls nothing, so it may be done by timers
 * and with a {@linkplain GrantState#turn turn} held; that is what makes the order of posts that of
 * the writes. Each key with events has a line of its own, and a line has one teller at most, which
 * goes on until it is empty: whoever posts to a line that is being told needs no teller. So a
 * thread that wants its own event told tells what was posted before it as well, rather than wait
 * for a thread of the pool that may never come; and a sink that hangs over one key keeps no other
 * key's line from being told.
 */
final class Outbox {
  /**
   * What was posted of one key and not told yet. There is a line only while it is told or has any.
   */
  private static final class Line {
    final Deque<AuditEvent> events = new ArrayDeque<>(2);
    @Nullable Thread teller;
  }

  private final Consumer<AuditEvent> sinks;

  // Both guarded by this.
  private final Map<LeaseKey, Line> lines = new LinkedHashMap<>();
  private int size;

  /**
   * @param sinks told of each event
   */
  Outbox(Consumer<AuditEvent> sinks) {
    this.sinks = sinks;
  }

  /** So many events wait. */
  synchronized int size() {
    return size;
  }

  /** Returns whether it is the first of its line: then the line needs a teller. */
  synchronized boolean post(AuditEvent event) {
    Line line = lines.get(event.key());
    boolean isFirst = line == null;
    if (line == null) {
      line = new Line();
      lines.put(event.key(), line);
    }
    line.events.add(event);
    size++;
    return isFirst;
  }

  /**
   * Tells what was posted of {@code key}, unless another thread is at it.
   *
   * @return false if another thread is at it
   */
  boolean tell(LeaseKey key) {
    Line line;
    synchronized (this) {
      line = lines.get(key);
      if (line == null) {
        return true;
      }
      if (line.teller != null) {
        return line.teller == Thread.currentThread(); // a sink called us: it goes on afterwards
      }
      line.teller = Thread.currentThread();
    }
    for (AuditEvent next = next(key, line); next != null; next = next(key, line)) {
      tellGuarded(next);
    }
    return true;
  }

  private synchronized @Nullable AuditEvent next(LeaseKey key, Line line) {
    AuditEvent next = line.events.poll();
    if (next == null) {
      lines.remove(key);
    } else {
      size--;
    }
    return next;
  }

  /** A line that lost its teller would never be told. */
  @SuppressWarnings("EmptyCatch") // not even the log could be told
  private void tellGuarded(AuditEvent event) {
    try {
      sinks.accept(event);
    } catch (Throwable failed) {
      // The sinks' failures are logged by whoever tells them.
    }
  }

  /** Tells all that nobody else is at. */
  void tellAll() {
    List<LeaseKey> keys;
    synchronized (this) {
      keys = List.copyOf(lines.keySet());
    }
    keys.forEach(this::tell);
  }
}
