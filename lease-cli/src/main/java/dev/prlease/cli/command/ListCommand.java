package dev.prlease.cli.command;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Escape;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.output.Table;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.ListedLease;
import dev.prlease.json.JsonText;
import dev.prlease.spi.LeaseFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code prlease list}: shows all leases of the store. */
final class ListCommand implements Subcommand {
  @Override
  public int run(Call call, World world) {
    LeaseFilter filter = filter(call);
    try (Desk desk = Desk.openToLook(call, world)) {
      List<NamedLease> leases = NamedLease.sorted(desk.manager().list(filter));
      if (call.has("json")) {
        String store = desk.store();
        JsonText.array(
            world.console()::json,
            items ->
                leases.forEach(
                    each -> items.object(o -> LeaseJson.listed(o, each.lease(), store))));
      } else {
        print(world, desk, filter, leases);
      }
      return tellTroubles(world, leases);
    }
  }

  /** What could not be read is told, and then the listing is not the whole truth. */
  private static int tellTroubles(World world, List<NamedLease> leases) {
    int code = ExitCode.DONE;
    for (NamedLease each : leases) {
      if (each.lease() instanceof ListedLease.Troubled troubled) {
        world.console().err("prlease list: " + troubled.trouble().getMessage());
        world.console().next(troubled.trouble().nextStep());
        code = ExitCode.STORE;
      }
    }
    return code;
  }

  private static LeaseFilter filter(Call call) {
    LeaseFilter filter = LeaseFilter.ALL;
    Optional<String> repo = call.value("repo");
    if (repo.isPresent()) {
      try {
        filter = filter.ofRepo(RepositoryName.key(repo.get(), 1));
      } catch (IllegalArgumentException e) {
        throw new UsageException("--repo: " + e.getMessage(), "Write OWNER/NAME.");
      }
    }
    Optional<String> session = call.value("session");
    if (session.isPresent() && session.get().isEmpty()) {
      throw new UsageException("--session is empty", "Give it a session id, or leave it out.");
    }
    return session.isPresent() ? filter.ofOwner(SessionId.verbatim(session.get())) : filter;
  }

  private static void print(World world, Desk desk, LeaseFilter filter, List<NamedLease> leases) {
    if (leases.isEmpty()) {
      boolean all = filter.equals(LeaseFilter.ALL);
      world.console().err((all ? "no leases in " : "no such leases in ") + desk.store());
      return;
    }
    Table table = new Table("KEY", "STATE", "SESSION", "LEFT", "HOLDER");
    for (NamedLease each : leases) {
      table.add(row(each.name(), each.lease()));
    }
    table.print(world.console()::raw);
  }

  private static String[] row(String name, ListedLease lease) {
    String state = LeaseJson.state(lease);
    if (lease instanceof ListedLease.Shown shown && shown.status().record().isPresent()) {
      LeaseRecord record = shown.status().record().get();
      return new String[] {
        name,
        state,
        record.owner().value(),
        left(record, shown.status().judgedAt()),
        record.holder().map(LeaseLines::holder).orElse("-")
      };
    }
    if (lease instanceof ListedLease.Misplaced misplaced) {
      LeaseRecord record = misplaced.record();
      return new String[] {name, state, record.owner().value(), "-", "a record of " + record.key()};
    }
    return new String[] {name, state, "-", "-", "-"};
  }

  private static String left(LeaseRecord record, Instant now) {
    Duration left = Duration.between(now, record.expiresAt());
    return left.isNegative() || left.isZero() ? "-" : Escape.line(Durations.show(left));
  }
}
