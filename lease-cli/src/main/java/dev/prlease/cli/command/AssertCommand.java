package dev.prlease.cli.command;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.PrLease;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import java.time.Duration;

/** {@code prlease assert}: succeeds only if this session holds the lease now. */
final class AssertCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws InterruptedException {
    LeaseKey key = KeyResolver.resolve(call, world);
    Duration atLeast = CallOptions.positive(call, "at-least").orElse(Duration.ZERO);
    try (Desk desk = Desk.open(call, world)) {
      PrLease lease = check(call, world, desk, key, atLeast);
      if (call.has("json")) {
        world
            .console()
            .json(
                JsonText.object(
                    o -> {
                      o.put("owned", true);
                      LeaseJson.held(o, lease.key(), lease.record(), desk.store());
                    }));
      }
      return ExitCode.DONE;
    }
  }

  @Override
  public void describe(Throwable failure, ObjectFields to) {
    to.put("owned", false);
  }

  /** One look at the store decides: that of attaching. */
  private static PrLease check(Call call, World world, Desk desk, LeaseKey key, Duration atLeast) {
    PrLease lease = OwnLease.attach(call, world, desk, key);
    boolean enough = lease.remaining().compareTo(atLeast) >= 0;
    lease.detach();
    if (!enough) {
      throw LeaseExpiredException.tooShort(key, lease.ownerSessionId(), lease.expiresAt(), atLeast);
    }
    return lease;
  }
}
