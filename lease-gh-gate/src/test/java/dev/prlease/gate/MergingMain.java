package dev.prlease.gate;

import static dev.prlease.gate.fixture.ScriptedPull.sha;

import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.KillGrace;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import dev.prlease.store.memory.InMemoryLeaseStore;
import java.nio.file.Path;

/** A JVM of its own that merges under a kept lease, for tests that kill it. */
public final class MergingMain {
  private MergingMain() {}

  /** Exits with 0 if it is merged. */
  public static void main(String[] arguments) throws Exception {
    MergeAction action =
        MergeAction.of(
            GhIn.open(System.getenv(), Path.of("").toAbsolutePath()),
            new MergeRequest(sha('a'), MergeMethod.SQUASH, Protection.RESPECTED),
            MergeAction.Way.NOW);
    boolean merged;
    try (LeaseManager manager = LeaseManager.on(new InMemoryLeaseStore()).build();
        PrLease lease =
            manager.acquire(LossDuringMergeTest.KEY, SessionId.random(), Ttl.ofSeconds(900));
        Keeper keeper =
            lease.keepAlive(
                KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS),
                LeaseListener.NONE)) {
      merged = lease.run(action) instanceof MergeOutcome.Merged && keeper.end().isEmpty();
    }
    System.exit(merged ? 0 : 1);
  }
}
