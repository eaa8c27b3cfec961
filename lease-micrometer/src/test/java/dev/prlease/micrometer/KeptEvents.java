package dev.prlease.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prlease.json.EventJson;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A sink that keeps all in memory, and fails while it is told to. */
final class KeptEvents implements AuditSink {
  private final List<String> entries = new CopyOnWriteArrayList<>();
  private volatile boolean fails;

  @Override
  public void record(AuditEvent event) {
    if (fails) {
      throw new IllegalStateException("told to fail");
    }
    entries.add(new String(EventJson.encodeLine(event), UTF_8).strip());
  }

  List<String> entries() {
    return List.copyOf(entries);
  }

  void fail(boolean whether) {
    fails = whether;
  }

  @Override
  public Durability durability() {
    return Durability.DURABLE;
  }

  @Override
  public void close() {}
}
