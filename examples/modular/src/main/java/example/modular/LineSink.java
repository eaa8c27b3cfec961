package example.modular;

import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;

/** Prints what happened, one line an event. */
final class LineSink implements AuditSink {
  @Override
  public synchronized void record(AuditEvent event) {
    System.out.println("audit: " + event.type().text() + " " + event.key());
  }

  @Override
  public Durability durability() {
    return Durability.BEST_EFFORT;
  }

  @Override
  public void close() {}
}
