package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.Ttl;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import dev.prlease.json.JsonText;
import java.util.Optional;

/** {@code prlease renew}: extends this session's live lease. */
final class RenewCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws InterruptedException {
    LeaseKey key = KeyResolver.resolve(call, world);
    Optional<Ttl> ttl = CallOptions.ttl(call, world);
    try (Desk desk = Desk.open(call, world)) {
      PrLease lease = OwnLease.attach(call, world, desk, key);
      try {
        if (ttl.isPresent()) {
          checkNotShortened(call, world, desk, lease, ttl.get());
          lease.renew(ttl.get());
        } else {
          lease.renew();
        }
      } finally {
        lease.detach();
      }
      answer(call, world, desk, lease);
      return ExitCode.DONE;
    }
  }

  /**
   * Refuses to end the lease earlier while another process of the session acts under it: that one
   * knows the later end, and would act on past the new one until it looks again.
   */
  private static void checkNotShortened(Call call, World world, Desk desk, PrLease lease, Ttl ttl) {
    boolean shorter =
        desk.clock().now().plusSeconds(ttl.seconds()).isBefore(lease.record().expiresAt());
    boolean inUse =
        desk.occupation().test(lease.record())
            || Inherited.of(call, world, lease.key()).map(Inherited::withinRun).orElse(false);
    if (shorter && inUse) {
      throw new UsageException(
          "--ttl "
              + ttl
              + " would end the lease before "
              + lease.record().expiresAt()
              + ", while a command acts under it until then",
          "Give a longer --ttl, or none.");
    }
  }

  private static void answer(Call call, World world, Desk desk, PrLease lease) {
    if (call.has("json")) {
      world
          .console()
          .json(JsonText.object(o -> LeaseJson.held(o, lease.key(), lease.record(), desk.store())));
    } else {
      world.console().out("renewed " + lease.key() + " until " + lease.record().expiresAt());
    }
  }
}
