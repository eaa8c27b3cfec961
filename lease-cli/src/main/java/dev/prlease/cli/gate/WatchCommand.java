package dev.prlease.cli.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.command.CallOptions;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.command.Forges;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import dev.prlease.gate.DeleteBranchAction;
import dev.prlease.gate.watch.WatchAndMerge;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchOptions;
import dev.prlease.gate.watch.WatchOptions.Certification;
import dev.prlease.gate.watch.WatchOptions.Start;
import dev.prlease.gate.watch.WatchResult;
import dev.prlease.spi.Forge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code prlease watch-and-merge}, {@code merge} and {@code auto-merge}. */
public final class WatchCommand implements Subcommand {
  private final WatchOptions usual;

  private WatchCommand(WatchOptions usual) {
    this.usual = usual;
  }

  /** Waits for the checks, then merges. */
  public static WatchCommand watchAndMerge() {
    return new WatchCommand(WatchOptions.DEFAULTS);
  }

  /** Merges what is there. */
  public static WatchCommand merge() {
    return new WatchCommand(WatchOptions.DEFAULTS.with(Certification.AS_IT_IS));
  }

  /** Has the forge merge. */
  public static WatchCommand autoMerge() {
    return new WatchCommand(WatchOptions.DEFAULTS.with(Certification.AS_IT_IS).with(Start.ARMED));
  }

  @Override
  public int run(Call call, World world) throws Exception {
    WatchOptions options = options(call);
    Forge forge = Forges.open(world);
    LeaseKey key = PullRequestKey.resolve(call, world, forge);
    if (call.has("dry-run")) {
      return DryRun.watch(call, world, key, forge, options);
    }
    Optional<Announcing> announcing = Announcing.of(call, world, forge);
    return GatedCall.run(
        call,
        world,
        key,
        announcing.<Onlooker>map(each -> each).orElse(Onlooker.NONE),
        (lease, desk) -> watch(call, world, forge, options, announcing, lease, desk));
  }

  private WatchOptions options(Call call) {
    WatchOptions options = usual.with(method(call));
    if (call.has("required")) {
      options = options.with(Certification.REQUIRED_CHECKS);
    }
    Optional<Duration> interval = CallOptions.positive(call, "interval");
    if (interval.isPresent() && interval.get().compareTo(WatchOptions.LEAST_INTERVAL) < 0) {
      throw new UsageException(
          "--interval must be at least 5s, not '" + call.value("interval").orElse("") + "'",
          "Forges limit how often they are asked: 30s is usual.");
    }
    if (interval.isPresent()) {
      options = options.every(interval.get());
    }
    Optional<Duration> timeout = CallOptions.positive(call, "timeout");
    if (timeout.isPresent()) {
      options = options.atMost(timeout.get());
    }
    Optional<String> reason = call.value("reason");
    if (call.has("admin") && reason.filter(text -> !text.isBlank()).isEmpty()) {
      throw new UsageException(
          "--admin needs --reason",
          "Say why branch protection is bypassed: it goes into the audit.");
    }
    if (reason.isPresent() && !call.has("admin")) {
      throw new UsageException(
          "--reason is for --admin", "Leave it out, or bypass branch protection with --admin.");
    }
    return reason.isPresent() ? options.bypassing(reason.get()) : options;
  }

  private static MergeMethod method(Call call) {
    List<MergeMethod> given = new ArrayList<>();
    for (MergeMethod method : MergeMethod.values()) {
      if (call.has(method.name().toLowerCase(Locale.ROOT))) {
        given.add(method);
      }
    }
    if (given.size() > 1) {
      throw new UsageException(
          "--squash, --merge and --rebase exclude each other", "Give one of them, or none.");
    }
    return given.isEmpty() ? MergeMethod.SQUASH : given.get(0);
  }

  private static GatedCall.Done watch(
      Call call,
      World world,
      Forge forge,
      WatchOptions options,
      Optional<Announcing> announcing,
      PrLease lease,
      Desk desk)
      throws Exception {
    WatchResult result;
    try (Report report = Report.of(call, world, lease, desk)) {
      Consumer<WatchEvent> progress = announcing.map(each -> each.telling(report)).orElse(report);
      WatchAndMerge watching =
          new WatchAndMerge(forge, desk.scheduler(), desk.clock(), options, progress);
      result = watching.run(lease);
      announcing.ifPresent(each -> each.ended(result, report));
      report.end(result);
    }
    int code = code(result);
    GatedCall.Done done = result.isOver() ? GatedCall.Done.over(code) : GatedCall.Done.with(code);
    return call.has("delete-branch") && isMerged(result)
        ? done.telling(deleteBranch(world, forge, lease, call.name()))
        : done;
  }

  private static boolean isMerged(WatchResult result) {
    return result instanceof WatchResult.Merged || result instanceof WatchResult.AlreadyMerged;
  }

  /**
   * Once it is merged, and never before (lesson L58). A failure does not undo the merge.
   *
   * @return tells what there is to tell of it
   */
  private static Runnable deleteBranch(World world, Forge forge, PrLease lease, String name)
      throws Exception {
    String branch = "its branch";
    try {
      PullRequest merged = forge.read(lease.key());
      if (merged.isFromFork()) {
        return () -> world.console().err(name + ": its branch is in a fork, and stays");
      }
      branch = "the branch " + merged.head().branch();
      lease.run(new DeleteBranchAction(forge, merged.repository(), merged.head().branch()));
      return () -> {};
    } catch (LeaseException failed) {
      String what =
          name + ": merged, but " + branch + " could not be deleted: " + failed.getMessage();
      return () -> {
        world.console().err(what);
        world.console().next(failed.nextStep());
      };
    }
  }

  private static int code(WatchResult result) {
    if (isMerged(result)) {
      return ExitCode.DONE;
    }
    return result instanceof WatchResult.TimedOut ? ExitCode.TIMED_OUT : ExitCode.FAILED;
  }
}
