package dev.prlease.testkit;

import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what it was told, in order, and fails when a test wants it to.
 *
 * <p>Safe for use by several threads at once.
 */
public final class RecordingAuditSink implements AuditSink {
  private final Durability durability;
  private final List<AuditEvent> events = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private volatile boolean closed;

  /** A sink that says it is durable. */
  public RecordingAuditSink() {
    this(Durability.DURABLE);
  }

  /** A sink that says it is as durable as {@code durability}. */
  public RecordingAuditSink(Durability durability) {
    this.durability = durability;
  }

  /** What was recorded so far, oldest first. */
  public List<AuditEvent> events() {
    return List.copyOf(events);
  }

  /** The types of what was recorded so far, oldest first. */
  public List<AuditEvent.Type> types() {
    return events.stream().map(AuditEvent::type).toList();
  }

  /** What was recorded of one type, oldest first. */
  public List<AuditEvent> ofType(AuditEvent.Type type) {
    return events.stream().filter(event -> event.type() == type).toList();
  }

  /** Forgets what was recorded. */
  public void clear() {
    events.clear();
  }

  /** Makes every further record fail with {@code error}, and record nothing. */
  public void failWith(RuntimeException error) {
    failure.set(error);
  }

  /** Makes further records succeed again. */
  public void heal() {
    failure.set(null);
  }

  /** Whether somebody closed it. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void record(AuditEvent event) {
    RuntimeException error = failure.get();
    if (error != null) {
      throw error;
    }
    events.add(event);
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public void close() {
    closed = true;
  }
}
