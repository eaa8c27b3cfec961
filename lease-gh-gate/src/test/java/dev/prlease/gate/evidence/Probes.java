package dev.prlease.gate.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.Remote;
import dev.prlease.gate.ProcessProbe;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.ClaimProbesContext;
import dev.prlease.spi.ClaimProbesProvider;
import dev.prlease.testkit.ManualClock;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The probes as a host finds them, and what tests say about their answers. */
final class Probes {
  private Probes() {}

  /** Those that are called gh, found by the service loader. */
  static ClaimProbes open(Map<String, String> environment, Path directory) {
    return open(new ManualClock(), environment, directory);
  }

  static ClaimProbes open(ManualClock clock, Map<String, String> environment, Path directory) {
    return ServiceLoader.load(ClaimProbesProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(GhClaimProbesProvider.NAME))
        .findFirst()
        .orElseThrow()
        .open(new ClaimProbesContext(clock, environment, directory, "work", "config.properties"));
  }

  /** This process. */
  static ClaimProcess self() {
    ProcessProbe machine = new ProcessProbe();
    return new ClaimProcess(machine.hostName(), machine.identify(ProcessHandle.current().pid()));
  }

  static ClaimTerms terms(Path worktree, String branch, String url) {
    return new ClaimTerms(
        Remote.of("origin", url),
        "author_issue_work",
        branch,
        worktree.toString(),
        new Claimant("kim", "work"));
  }

  /** What is known. */
  static <T> T known(Evidence<T> evidence) {
    assertThat(evidence).isInstanceOf(Evidence.Known.class);
    return Optional.of(evidence).flatMap(Evidence::value).orElseThrow();
  }

  /** Why it is not. */
  static String unknown(Evidence<?> evidence) {
    assertThat(evidence.value()).isEmpty();
    assertThat(evidence).isInstanceOf(Evidence.Unknown.class);
    return ((Evidence.Unknown<?>) evidence).why();
  }

  /** What contradicts itself. */
  static String contradictory(Evidence<?> evidence) {
    assertThat(evidence.value()).isEmpty();
    assertThat(evidence).isInstanceOf(Evidence.Contradictory.class);
    return ((Evidence.Contradictory<?>) evidence).what();
  }
}
