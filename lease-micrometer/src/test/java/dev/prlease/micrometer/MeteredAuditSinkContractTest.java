package dev.prlease.micrometer;

import dev.prlease.spi.AuditSink;
import dev.prlease.testkit.AuditSinkContract;
import dev.prlease.testkit.AuditSinkFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Around another sink it keeps every rule of sinks, as that one does. */
final class MeteredAuditSinkContractTest extends AuditSinkContract {
  @Override
  protected AuditSinkFixture newPlace() {
    KeptEvents kept = new KeptEvents();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    return new AuditSinkFixture() {
      @Override
      public AuditSink open() {
        return new MeteredAuditSink(registry, "memory:x", kept);
      }

      @Override
      public List<String> entries() {
        return kept.entries();
      }

      @Override
      public Optional<Supplier<Runnable>> obstacle() {
        return Optional.of(
            () -> {
              kept.fail(true);
              return () -> kept.fail(false);
            });
      }
    };
  }
}
