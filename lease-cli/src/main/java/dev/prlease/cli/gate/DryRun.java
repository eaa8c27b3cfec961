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
  private static final String NO_MERGE = "would merge nothing";

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
    if (standing instanceof Standing.Stuck stuck) {
      return tell(call, world, key, Told.failure(NO_MERGE, now, stuck.nextStep()));
    }
    if (standing instanceof Standing.Closed) {
      return tell(call, world, key, Told.failure(NO_MERGE, "closed without a merge", ""));
    }
    if (standing instanceof Standing.Merged) {
      return tell(call, world, key, Told.success(NO_MERGE, "merged already" + by(pr)));
    }
    return tell(call, world, key, Told.success(would, now));
  }

  static int close(Call call, World world, LeaseKey key, Forge forge) {
    PullRequest pr = forge.read(key);
    Told told =
        switch (pr.state()) {
          case OPEN -> Told.success("would close " + key + " (" + pr.title() + ")", "open");
          case CLOSED -> Told.success("would close nothing", "closed already");
          case MERGED -> Told.failure("would close nothing", "merged already" + by(pr), "");
        };
    return tell(call, world, key, told);
  }

  private static String by(PullRequest pr) {
    String who = pr.merge().map(PullRequest.Merge::by).orElse("");
    return who.isEmpty() ? "" : " by " + who;
  }

  static int push(Call call, World world, LeaseKey key, PushPreview preview) {
    if (preview instanceof PushPreview.Would would) {
      return tell(
          call,
          world,
          key,
          Told.success(
              "would push "
                  + would.commit()
                  + " to "
                  + would.branch()
                  + " of "
                  + would.repository(),
              "at " + would.expected()));
    }
    PushOutcome outcome = ((PushPreview.WouldNot) preview).outcome();
    String nothing = "would push nothing";
    Told told;
    if (outcome instanceof PushOutcome.UpToDate there) {
      told = Told.success(nothing, "its branch is at " + there.commit() + " already");
    } else if (outcome instanceof PushOutcome.Refused refused) {
      told = Told.failure(nothing, refused.why(), refused.nextStep());
    } else if (outcome instanceof PushOutcome.Moved moved) {
      String found = moved.found().orElse("nothing");
      told =
          Told.failure(
              nothing,
              "its branch was expected at " + moved.expected() + ", and is at " + found,
              moved.nextStep());
    } else {
      told = Told.failure(nothing, outcome.word(), "");
    }
    return tell(call, world, key, told);
  }

  /**
   * What is told.
   *
   * @param nextStep what to do if it would fail; may be empty
   * @param exitCode that of the call itself, as things are now
   */
  private record Told(String would, String now, String nextStep, int exitCode) {
    static Told success(String would, String now) {
      return new Told(would, now, "", ExitCode.DONE);
    }

    static Told failure(String would, String now, String nextStep) {
      return new Told(would, now, nextStep, ExitCode.FAILED);
    }
  }

  /** And who holds the lease: a call that would stand down exits as it would then. */
  private static int tell(Call call, World world, LeaseKey key, Told told) {
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
                to -> {
                  to.put("dry_run", true)
                      .put("key", key.toString())
                      .put("would", told.would())
                      .put("now", told.now())
                      .put("lease", lease);
                  if (!told.nextStep().isEmpty()) {
                    to.put("next", told.nextStep());
                  }
                }));
      } else {
        console.out(told.would());
        console.out("  now:   " + told.now());
        console.out("  lease: " + lease);
        if (!told.nextStep().isEmpty()) {
          console.next(told.nextStep());
        }
      }
      return other.isPresent() ? ExitCode.HELD : told.exitCode();
    }
  }

  private static boolean isOurs(Call call, World world, LeaseRecord record) {
    return CallOptions.sessions(call, world).find().filter(record.owner()::equals).isPresent();
  }
}
