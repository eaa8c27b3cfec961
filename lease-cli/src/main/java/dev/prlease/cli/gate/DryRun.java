package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.World;
import dev.prlease.cli.command.CallOptions;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseStatus;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushPreview;
import dev.prlease.gate.watch.Standing;
import dev.prlease.gate.watch.Tally;
import dev.prlease.gate.watch.WatchOptions;
import dev.prlease.json.JsonText;
import dev.prlease.spi.Forge;
import java.util.Locale;
import java.util.Optional;

/** Tells what a call would do, and neither takes a lease nor touches anything. */
final class DryRun {
  private DryRun() {}

  static int watch(Call call, World world, LeaseKey key, Forge forge, WatchOptions options) {
    PullRequest pr = forge.read(key);
    Standing standing = Standing.of(pr, options);
    String would =
        "would "
            + (options.start() == WatchOptions.Start.ARMED ? "have the forge " : "")
            + options.method().name().toLowerCase(Locale.ROOT)
            + (options.method().name().equals("MERGE") ? "" : "-merge")
            + " "
            + key
            + " at head "
            + pr.head().sha()
            + (options.bypass().isPresent() ? ", bypassing branch protection" : "")
            + (call.has("announce") ? ", and show the lease in a comment" : "");
    String now =
        Words.checks(Tally.of(pr.checks(), options.certification()))
            + "; "
            + (standing instanceof Standing.Stuck stuck
                ? "stuck: " + stuck.why()
                : standing instanceof Standing.Merged
                    ? "merged already"
                    : standing instanceof Standing.Closed ? "closed" : Words.standing(standing));
    return tell(call, world, key, would, now);
  }

  static int close(Call call, World world, LeaseKey key, Forge forge) {
    PullRequest pr = forge.read(key);
    return tell(
        call,
        world,
        key,
        "would close " + key + " (" + pr.title() + ")",
        pr.state().name().toLowerCase(Locale.ROOT));
  }

  static int push(Call call, World world, LeaseKey key, PushPreview preview) {
    if (preview instanceof PushPreview.Would would) {
      return tell(
          call,
          world,
          key,
          "would push " + would.commit() + " to " + would.branch() + " of " + would.repository(),
          "at " + would.expected());
    }
    PushOutcome outcome = ((PushPreview.WouldNot) preview).outcome();
    String why =
        outcome instanceof PushOutcome.Refused refused
            ? refused.why()
            : outcome instanceof PushOutcome.Moved moved
                ? "its branch was expected at "
                    + moved.expected()
                    + ", and is at "
                    + moved.found().orElse("nothing")
                : outcome.word();
    return tell(call, world, key, "would push nothing", why);
  }

  /** And who holds the lease: a call that would stand down exits as it would then. */
  static int tell(Call call, World world, LeaseKey key, String would, String now) {
    try (Desk desk = Desk.openToLook(call, world)) {
      LeaseStatus status = desk.manager().find(key);
      Optional<LeaseRecord> other =
          status.state() == LeaseStatus.State.HELD
              ? status.record().filter(record -> !isOurs(call, world, record))
              : Optional.empty();
      String lease =
          other
              .map(record -> "held by session " + record.owner() + ": this would stand down")
              .orElse("free for this call");
      Console console = world.console();
      if (call.has("json")) {
        console.json(
            JsonText.object(
                to ->
                    to.put("dry_run", true)
                        .put("key", key.toString())
                        .put("would", would)
                        .put("now", now)
                        .put("lease", lease)));
      } else {
        console.out(would);
        console.out("  now:   " + now);
        console.out("  lease: " + lease);
      }
      return other.isPresent() ? ExitCode.HELD : ExitCode.DONE;
    }
  }

  private static boolean isOurs(Call call, World world, LeaseRecord record) {
    return CallOptions.sessions(call, world).find().filter(record.owner()::equals).isPresent();
  }
}
