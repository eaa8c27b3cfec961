package dev.prlease.testkit.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The race of processes is tested with a store that lets two of them win. */
final class BrokenProcessRaceTest {
  @Test
  void processes_that_nothing_holds_apart_are_caught() {
    Map<String, String> failures = new TreeMap<>();
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(Unlocked.class))
        .execute()
        .testEvents()
        .failed()
        .stream()
        .forEach(
            event ->
                failures.put(
                    event.getTestDescriptor().getDisplayName(),
                    event
                        .getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .map(thrown -> String.valueOf(thrown.getMessage()))
                        .orElse("")));
    assertThat(failures)
        .hasEntrySatisfying(
            "L1 a fresh key has one winner among all processes in every round",
            message -> assertThat(message).contains("how many of all threads won"))
        .containsKey("P10 one key that all processes fight for is one lease")
        .containsKey("P10 many keys that all processes fight for are one lease each");
  }

  static final class Unlocked extends ProcessRaceContract {
    @Override
    protected StoreFixture newPlace() throws IOException {
      return new UnlockedPlace(Files.createTempDirectory("unlocked"));
    }

    @Override
    protected int processes() {
      return 2;
    }

    @Override
    protected int rounds() {
      return 50;
    }
  }

  private record UnlockedPlace(Path directory) implements StoreFixture {
    @Override
    public LeaseStore open() {
      return new UnlockedStore(directory);
    }

    @Override
    public Optional<String> location() {
      return Optional.of("unlocked:" + directory);
    }

    @Override
    public void close() throws IOException {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
