package dev.prlease.cli.command;

import dev.prlease.api.SessionId;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Orphan;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.sweep.Sweep;
import dev.prlease.gate.sweep.Swept;
import dev.prlease.gate.sweep.Swept.Fate;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import dev.prlease.spi.LeaseFilter;
import java.util.List;

/** {@code prlease gc --closed}: ends leases that nobody will give back. */
final class SweepCall {
  private final Call call;
  private final World world;
  private final Console console;

  SweepCall(Call call, World world) {
    this.call = call;
    this.world = world;
    this.console = world.console();
  }

  int run() throws InterruptedException {
    for (String other : List.of("older-than", "max-time", "after")) {
      if (call.has(other)) {
        throw new UsageException(
            "--" + other + " is not for --closed", "Call gc once with each of them.");
      }
    }
    Sweep.Mode mode = call.has("dry-run") ? Sweep.Mode.DRY_RUN : Sweep.Mode.END;
    SessionId operator =
        CallOptions.sessions(call, world).find().orElseGet(() -> BreakCommand.operator(world));
    try (Desk desk = Desk.open(call, world)) {
      Sweep sweep =
          new Sweep(
              desk.manager(),
              Forges.open(world),
              desk.scheduler(),
              holder -> Orphan.isGone(holder, world.processes()));
      List<Swept> swept = sweep.run(desk.manager().list(LeaseFilter.ALL), operator, mode);
      if (call.has("json")) {
        console.json(JsonText.array(to -> swept.forEach(each -> to.object(o -> json(o, each)))));
      } else {
        print(swept, mode);
      }
      return swept.stream().anyMatch(each -> each.fate() instanceof Fate.Troubled)
          ? ExitCode.FAILED
          : ExitCode.DONE;
    }
  }

  private void print(List<Swept> all, Sweep.Mode mode) {
    int kept = 0;
    int ended = 0;
    int unknown = 0;
    String did = mode == Sweep.Mode.DRY_RUN ? "would end" : "ended";
    for (Swept swept : all) {
      warn(swept);
      String lease =
          "the lease on " + swept.record().key() + " of session " + swept.record().owner();
      if (swept.fate() instanceof Fate.Ended fate) {
        ended++;
        console.out(did + " " + lease + ": " + fate.reason());
      } else if (swept.fate() instanceof Fate.Troubled fate) {
        unknown++;
        console.err("prlease gc: " + lease + " stays: " + fate.trouble().getMessage());
        console.next(fate.trouble().nextStep());
      } else {
        kept++;
      }
    }
    String open = unknown == 0 ? "" : ", could not judge " + unknown;
    console.out(did + " " + ended + ", kept " + kept + open);
  }

  private void warn(Swept swept) {
    swept
        .warning()
        .ifPresent(
            warning -> {
              console.err("prlease gc: " + warning.what());
              console.next(warning.nextStep());
            });
  }

  private static void json(ObjectFields to, Swept swept) {
    to.put("key", swept.record().key().toString())
        .put("owner_session_id", swept.record().owner().value());
    if (swept.fate() instanceof Fate.Ended fate) {
      to.put("fate", "ended").put("reason", fate.reason());
    } else if (swept.fate() instanceof Fate.Troubled fate) {
      to.put("fate", "unknown").put("reason", String.valueOf(fate.trouble().getMessage()));
    } else {
      to.put("fate", "kept");
    }
    swept
        .warning()
        .ifPresent(
            warning -> to.put("warning", warning.what()).put("next_step", warning.nextStep()));
  }
}
