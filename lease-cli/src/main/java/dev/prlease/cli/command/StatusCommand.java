package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Orphan;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.ClaimLines;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Escape;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.output.Palette;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseStatus;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import java.util.Optional;

/** {@code prlease status}: shows who holds the lease. */
final class StatusCommand implements Subcommand {
  @Override
  public int run(Call call, World world) {
    LeaseKey key = KeyResolver.resolveAny(call, world);
    try (Desk desk = Desk.openToLook(call, world)) {
      LeaseStatus status = desk.manager().find(key);
      if (call.has("json")) {
        world.console().json(JsonText.object(o -> json(o, status, desk)));
      } else {
        print(world, status, key, desk.storeOrigin());
      }
      return call.has("exit-code") ? code(call, world, status) : ExitCode.DONE;
    }
  }

  private static void json(ObjectFields to, LeaseStatus status, Desk desk) {
    LeaseJson.status(to, status);
    to.put("store_from", desk.storeOrigin().word());
  }

  private static int code(Call call, World world, LeaseStatus status) {
    return switch (status.state()) {
      case FREE -> ExitCode.DONE;
      case HELD -> isOurs(call, world, status) ? ExitCode.DONE : ExitCode.HELD;
      case EXPIRED -> ExitCode.EXPIRED;
      case UNREADABLE -> ExitCode.UNREADABLE;
    };
  }

  private static boolean isOurs(Call call, World world, LeaseStatus status) {
    Optional<SessionId> session = CallOptions.sessions(call, world).find();
    return session.isPresent()
        && status.record().map(record -> record.owner().equals(session.get())).orElse(false);
  }

  private static void print(
      World world, LeaseStatus status, LeaseKey key, StoreChoice.Origin origin) {
    Console console = world.console();
    boolean claim = key.kind() == LeaseKey.Kind.ISSUE;
    console.raw(
        Escape.line(key + ": ")
            + (claim
                ? ClaimLines.state(console.palette(), status)
                : state(console.palette(), status)));
    String store = status.store() + " (" + origin.text() + ")";
    if (status.record().isPresent()) {
      LeaseRecord record = status.record().get();
      LeaseLines.of(record, status.judgedAt(), store).forEach(console::out);
      Orphan.note(record, status.judgedAt(), world.processes()).ifPresent(console::out);
    } else {
      console.out(LeaseLines.line("store", store));
    }
    if (claim) {
      ClaimLines.outlook(status).ifPresent(line -> console.out(LeaseLines.line("note", line)));
    }
  }

  private static String state(Palette palette, LeaseStatus status) {
    String owner =
        status.record().map(record -> Escape.line(Escape.clip(record.owner().value()))).orElse("");
    return switch (status.state()) {
      case FREE -> palette.good("free");
      case HELD -> palette.busy("held") + " by session " + owner;
      case EXPIRED -> palette.good("expired") + "; session " + owner + " held it last";
      case UNREADABLE -> palette.bad("unreadable") + ": " + Escape.line(reason(status));
    };
  }

  private static String reason(LeaseStatus status) {
    return status.slot() instanceof LeaseSlot.Unreadable unreadable
        ? Escape.clip(unreadable.reason()) + "; the next acquire reclaims it and keeps a copy"
        : "";
  }
}
