package dev.prlease.examples.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.StoreProviders;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostsTest {
  @TempDir Path home;

  enum Host {
    GUICE {
      @Override
      void run(String key, Map<String, String> environment, PrintStream out) throws Exception {
        GuiceHost.run(key, environment, out);
      }
    },
    PLAIN {
      @Override
      void run(String key, Map<String, String> environment, PrintStream out) throws Exception {
        PlainHost.run(key, environment, out);
      }
    };

    abstract void run(String key, Map<String, String> environment, PrintStream out)
        throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void it_acts_under_its_lease_and_leaves_the_pull_request_free(Host host) throws Exception {
    assertThat(output(host)).startsWith("merged acme/app#42 as ");
    assertThat(output(host)).startsWith("merged acme/app#42 as ");
    assertThat(Files.readAllLines(home.resolve("audit.jsonl")))
        .anyMatch(line -> line.contains("\"gate-passed\""))
        .filteredOn(line -> line.contains("\"released\""))
        .hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void it_stands_down_from_a_pull_request_that_another_drives(Host host) throws Exception {
    try (Scheduler scheduler = new ThreadPoolScheduler();
        LeaseStore store =
            StoreProviders.discover()
                .open("file:", new StoreContext(new SystemClock(), scheduler, environment()));
        LeaseManager leases = LeaseManager.on(store).scheduler(scheduler).build();
        PrLease held =
            leases.acquire(LeaseKey.parse("acme/app#42"), SessionId.of("another"), Ttl.DEFAULT)) {
      assertThat(output(host))
          .isEqualTo("standing down: another drives acme/app#42" + System.lineSeparator());
      held.assertOwned();
    }
  }

  private Map<String, String> environment() {
    return Map.of("PRLEASE_HOME", home.toString());
  }

  private String output(Host host) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    host.run("acme/app#42", environment(), new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
