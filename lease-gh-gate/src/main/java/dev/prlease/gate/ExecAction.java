package dev.prlease.gate;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.gate.program.LeaseVariables;
import dev.prlease.gate.program.Lifeline;
import dev.prlease.process.Command;
import dev.prlease.process.CommandEnd;
import dev.prlease.process.CommandSupervisor;
import dev.prlease.process.SupervisedProcess;
import dev.prlease.process.Supervision;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.Registration;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a command under a lease: it starts before the lease's deadline or not at all, has the
 * terminal and the standard streams as if the user had started it, and is gone by the deadline.
 * Each renewal moves its deadline; a loss ends it and its descendants.
 *
 * <p>It is gone by the deadline even if this program is killed or stopped, where {@link
 * #supervision()} says so; what is promised in detail, and what is not, says {@link
 * CommandSupervisor}.
 *
 * <p>The command finds {@code PRLEASE_KEY}, {@code PRLEASE_SESSION}, {@code PRLEASE_GRANT} and
 * {@code PRLEASE_FENCE} in its environment, so that a {@code prlease} in it joins. A holding whose
 * fence an older program dropped has no {@code PRLEASE_FENCE}.
 *
 * <p>For one run. Interrupted, it ends the command, returns how that ended, and keeps the flag.
 */
public final class ExecAction implements GatedAction<CommandEnd>, AutoCloseable {
  /** What users call it. */
  public static final String NAME = "exec";

  /** The variable that names the key. */
  public static final String KEY_VARIABLE = LeaseVariables.KEY;

  /** The variable that names the session. */
  public static final String SESSION_VARIABLE = LeaseVariables.SESSION;

  /** The variable that names the grant. */
  public static final String GRANT_VARIABLE = LeaseVariables.GRANT;

  /** The variable that holds the fence. */
  public static final String FENCE_VARIABLE = LeaseVariables.FENCE;

  /** 128 + SIGTERM: what a command exits with that is asked to end. */
  private static final int TERMINATED = 143;

  private final Command command;
  private final CommandSupervisor supervisor;

  private ExecAction(Command command, CommandSupervisor supervisor) {
    this.command = command;
    this.supervisor = supervisor;
  }

  /**
   * Begins, in the background, to make what the command will be supervised with: call it before the
   * lease is acquired, and the command starts some tens of milliseconds sooner.
   *
   * @param words the program, then its arguments
   * @param environment the command's variables, but for those of the lease
   * @param directory where it starts
   * @throws IllegalArgumentException if there is no word, or a NUL character somewhere
   */
  public static ExecAction prepare(
      List<String> words, Map<String, String> environment, Path directory) {
    Command command = new Command(words, environment, directory);
    return new ExecAction(command, CommandSupervisor.prepare(environment));
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Who will see to it that the command is gone by its deadline. */
  public Supervision supervision() {
    return supervisor.supervision();
  }

  /** What is lost on this machine, in one sentence for people; empty if nothing is. */
  public Optional<String> limitation() {
    return supervisor
        .limitation()
        .map(
            reason ->
                "the command can outlive the lease if prlease itself is killed or stopped: "
                    + reason);
  }

  /**
   * Runs the command and waits for its end. A command that cannot be run is a result. If the thread
   * is interrupted already, nothing is started.
   *
   * @throws LeaseExpiredException if the lease is over before the command started
   */
  @Override
  public CommandEnd run(Gate gate) {
    if (Thread.currentThread().isInterrupted()) {
      // A signal that came while ownership was asserted: nothing is started after it.
      return new CommandEnd.Ended(TERMINATED, CommandEnd.Reason.INTERRUPTED);
    }
    Lifeline lifeline = new Lifeline(gate);
    Registration news = gate.listen(lifeline);
    try (SupervisedProcess process = supervisor.start(withLease(gate), lifeline)) {
      lifeline.attach(process);
      CommandEnd end = process.await();
      if (end instanceof CommandEnd.NotStarted never
          && never.refusal() == CommandEnd.Refusal.TOO_LATE) {
        throw tooLate(gate, lifeline);
      }
      return end;
    } finally {
      news.close();
    }
  }

  /** Whatever the store says to it is the better error. */
  private static LeaseExpiredException tooLate(Gate gate, Lifeline lifeline) {
    gate.assertOwned();
    return LeaseExpiredException.tooShort(
        gate.key(), gate.session(), gate.deadline(), lifeline.grace());
  }

  private Command withLease(Gate gate) {
    return new Command(
        command.words(), LeaseVariables.in(command.environment(), gate), command.directory());
  }

  @Override
  public Outcome outcome(CommandEnd end) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("command", command.program());
    details.put("exit_code", Integer.toString(end.exitCode()));
    if (end instanceof CommandEnd.Ended ended) {
      details.put("ended", ended.reason().name().toLowerCase(Locale.ROOT));
    } else if (end instanceof CommandEnd.NotStarted never) {
      details.put("reason", never.message());
    } else if (end instanceof CommandEnd.Exited exited && exited.leftBehind() > 0) {
      details.put("left_behind", Integer.toString(exited.leftBehind()));
    }
    boolean succeeded = end instanceof CommandEnd.Exited && end.exitCode() == 0;
    return new Outcome(succeeded ? Status.SUCCEEDED : Status.FAILED, details);
  }

  /** Gives up what was prepared, if the action was never run. Idempotent. */
  @Override
  public void close() {
    supervisor.close();
  }
}
