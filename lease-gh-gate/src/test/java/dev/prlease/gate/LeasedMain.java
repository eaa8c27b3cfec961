package dev.prlease.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.KillGrace;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.process.CommandEnd;
import dev.prlease.store.memory.InMemoryLeaseStore;
import java.nio.file.Path;
import java.util.List;

/**
 * A JVM of its own that runs a command under a kept lease, for tests that kill or stop it.
 * Arguments: the TTL in seconds, the command.
 */
public final class LeasedMain {
  private LeasedMain() {}

  /** Exits with the command's code. */
  public static void main(String[] arguments) throws Exception {
    List<String> all = List.of(arguments);
    ExecAction action =
        ExecAction.prepare(
            all.subList(1, all.size()), System.getenv(), Path.of("").toAbsolutePath());
    int code;
    try (LeaseManager manager = LeaseManager.on(new InMemoryLeaseStore()).build();
        PrLease lease =
            manager.acquire(
                LeaseKey.pullRequest("acme/app", 42),
                SessionId.random(),
                Ttl.ofSeconds(Long.parseLong(all.get(0))))) {
      try (Keeper keeper =
          lease.keepAlive(
              KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS),
              LeaseListener.NONE)) {
        CommandEnd end = lease.run(action);
        // The command may be gone before the keeper has looked.
        boolean lost = keeper.end().isPresent() || end instanceof CommandEnd.Ended;
        code = lost ? 76 : end.exitCode();
      }
    }
    System.exit(code);
  }
}
