package dev.prlease.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.guice.LeaseLifecycle;
import dev.prlease.store.memory.InMemoryLeaseStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The manual's examples are the code that is compiled here, and they work. */
class MetricsManualTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final Path SOURCE =
      Path.of("src/test/java/dev/prlease/micrometer/MetricsExample.java");

  private static final String MARK = "```java not run: MetricsManualTest compiles and runs both\n";

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void the_manual_shows_what_is_compiled_here() throws IOException {
    String manual = Files.readString(Path.of("../docs/how-to.md"));
    List<String> examples = examples();
    assertThat(examples).hasSize(2);
    for (String example : examples) {
      assertThat(manual).contains(MARK + example + "```\n");
    }
  }

  private static List<String> examples() throws IOException {
    List<String> examples = new ArrayList<>();
    for (String part : Files.readString(SOURCE).split("// begin: .*\n", -1)) {
      int end = part.indexOf("// end");
      if (end >= 0) {
        examples.add(part.substring(0, end).stripIndent()); // its last line has the indentation
      }
    }
    return examples;
  }

  @Test
  void wired_by_hand() {
    try (LeaseManager leases =
        MetricsExample.byHand(new InMemoryLeaseStore(), new KeptEvents(), registry)) {
      check(leases);
    }
  }

  @Test
  void wired_with_Guice() {
    Injector injector = MetricsExample.withGuice(registry);
    check(injector.getInstance(LeaseManager.class));
    injector.getInstance(LeaseLifecycle.class).close();
  }

  private void check(LeaseManager leases) {
    try (PrLease lease = leases.acquire(KEY, SessionId.random(), Ttl.DEFAULT)) {
      assertThat(registry.get("prlease.leases.held").gauge().value()).isEqualTo(1);
      lease.assertOwned();
    }
    assertThat(registry.get("prlease.leases.held").gauge().value()).isZero();
    assertThat(
            registry.get("prlease.store.calls").tag("call", "exchange").timers().stream()
                .mapToLong(timer -> timer.count())
                .sum())
        .isGreaterThanOrEqualTo(2);
  }
}
