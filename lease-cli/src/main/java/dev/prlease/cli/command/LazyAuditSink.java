package dev.prlease.cli.command;

import dev.prlease.cli.output.Console;
import dev.prlease.core.AuditSinkProviders;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.store.file.JsonLinesAuditSinkProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON-lines sink under home, opened for the first event: a command that only looks needs none.
 */
final class LazyAuditSink implements AuditSink {
  private static final String SINK = "jsonl";

  private final Map<String, String> environment;
  private Optional<AuditSink> opened = Optional.empty();

  LazyAuditSink(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public void record(AuditEvent event) {
    sink().record(event);
  }

  /** Records; a failure is told of and changes nothing. */
  void recordOrComplain(AuditEvent event, Console console) {
    try {
      record(event);
    } catch (RuntimeException | LinkageError failed) {
      console.err(
          "prlease: error: the event " + event.type().text() + " is not recorded: " + failed);
    }
  }

  @Override
  public Durability durability() {
    return sink().durability();
  }

  private synchronized AuditSink sink() {
    if (opened.isEmpty()) {
      opened =
          Optional.of(
              AuditSinkProviders.of(List.of(new JsonLinesAuditSinkProvider()))
                  .open(SINK, new AuditContext(environment)));
    }
    return opened.get();
  }

  @Override
  public synchronized void close() {
    opened.ifPresent(AuditSink::close);
  }

  @Override
  public String toString() {
    return SINK;
  }
}
