package dev.prlease.testkit;

import dev.prlease.spi.AuditSink;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The sink that tests use keeps every rule of sinks itself. */
final class RecordingAuditSinkContractTest extends AuditSinkContract {
  @Override
  protected AuditSinkFixture newPlace() {
    RecordingAuditSink sink = new RecordingAuditSink();
    return new AuditSinkFixture() {
      @Override
      public AuditSink open() {
        return sink;
      }

      @Override
      public List<String> entries() {
        return sink.events().stream().map(EventText::of).toList();
      }

      @Override
      public Optional<Supplier<Runnable>> obstacle() {
        return Optional.of(
            () -> {
              sink.failWith(new IllegalStateException("the test wants it so"));
              return sink::heal;
            });
      }
    };
  }
}
