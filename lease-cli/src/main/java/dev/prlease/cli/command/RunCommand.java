package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.LeaseInterruptedException;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.KillGrace;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.PrLease;
import dev.prlease.gate.ExecAction;
import dev.prlease.process.CommandEnd;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** {@code prlease run}: runs a command while holding the lease. */
final class RunCommand implements Subcommand {
  private static final int LARGEST_CODE = 255;

  @Override
  public int run(Call call, World world) throws Exception {
    LeaseKey key = KeyResolver.resolve(call, world);
    RunLease.Wish wish = RunLease.Wish.of(call, world, key);
    checkConflictCode(call);
    Optional<String> label = CallOptions.sessions(call, world).named().map(Object::toString);
    try (Desk desk = Desk.open(call, world, label);
        ExecAction action =
            ExecAction.prepare(call.operands(), environment(world, desk, key), world.directory())) {
      return runKept(RunLease.take(wish, call, world, desk), action, world);
    }
  }

  /** Whoever reports the conflict reads it again; here it is checked before anything is taken. */
  private static void checkConflictCode(Call call) {
    Optional<String> text = call.value("conflict-exit-code");
    if (text.isEmpty() || isExitCode(text.get())) {
      return;
    }
    throw new UsageException(
        "--conflict-exit-code must be 0 to " + LARGEST_CODE + ", not '" + text.get() + "'",
        "Leave it out to exit with 75.");
  }

  private static boolean isExitCode(String text) {
    try {
      int code = Integer.parseInt(text);
      return code >= 0 && code <= LARGEST_CODE;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** What the action adds the lease to: a prlease in the command finds the same store. */
  private static Map<String, String> environment(World world, Desk desk, LeaseKey key) {
    Map<String, String> environment = new HashMap<>(world.environment());
    environment.put(Inherited.STORE, desk.storeForOthers());
    environment.put(Inherited.RUN, key.toString());
    return environment;
  }

  private static int runKept(RunLease taken, ExecAction action, World world) throws Exception {
    PrLease lease = taken.lease();
    KeepAliveOptions options = KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS);
    try (Keeper keeper = lease.keepAlive(options, LeaseListener.NONE)) {
      action.limitation().ifPresent(said -> world.console().err("prlease run: warning: " + said));
      if (Thread.interrupted()) {
        throw new LeaseInterruptedException(
            lease.key(), "interrupted before the command was started; " + taken.fate());
      }
      CommandEnd end = lease.run(action);
      return code(end, keeper, taken, world);
    } finally {
      taken.giveUp();
    }
  }

  private static int code(CommandEnd end, Keeper keeper, RunLease taken, World world)
      throws InterruptedException {
    PrLease lease = taken.lease();
    if (end instanceof CommandEnd.NotStarted never) {
      world.console().err("prlease run: " + never.message());
      return never.exitCode();
    }
    if (end instanceof CommandEnd.Ended ended && ended.reason() == CommandEnd.Reason.INTERRUPTED) {
      throw new LeaseInterruptedException(
          lease.key(), "interrupted, and ended the command; " + taken.fate());
    }
    if (end instanceof CommandEnd.Exited exited && exited.leftBehind() > 0) {
      world.console().err("prlease run: " + leftBehind(exited.leftBehind()));
    }
    Optional<String> loss = Loss.of(keeper, lease);
    if (loss.isPresent() || end instanceof CommandEnd.Ended) {
      throw new NotHeldException(
          lease.key(),
          "lost the lease on "
              + lease.key()
              + " while the command ran"
              + (end instanceof CommandEnd.Ended ? ", and ended it: " : ": ")
              + loss.orElse("its time was over"),
          "What it did so far may have met another session's work: look before you go on.");
    }
    return end.exitCode();
  }

  private static String leftBehind(int processes) {
    return "ended "
        + (processes == 1 ? "a process" : processes + " processes")
        + " that the command had left in the background";
  }
}
