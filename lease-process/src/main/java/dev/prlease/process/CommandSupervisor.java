package dev.prlease.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs one command so that it cannot outlive a deadline. The command has this JVM's standard input,
 * outputs and terminal, as if the user had started it; or its outputs are kept, see {@link
 * Streams}.
 *
 * <p>Safe for use by several threads at once. Takes one daemon thread until it is closed, or the
 * command has ended.
 *
 * <h2>What is promised</h2>
 *
 * <p>With {@link Supervision#WATCHDOG} the command, all that stays in its process group, and its
 * descendants in other groups and sessions ({@code timeout}, {@code setsid}, the jobs of an
 * interactive shell) are gone by the deadline, whatever becomes of this JVM; they are killed at
 * once when the JVM is.
 *
 * <p>Not reached are: processes that left the group and whose parent has ended (daemons), or ends
 * while they are looked for; what leaves the group after the command was asked to end; where there
 * is no {@code /proc}, with the JVM killed or stopped, all that left the group; and processes of
 * other users that this one may not signal. Descriptors other than 0, 1 and 2 do not reach the
 * command: the JDK closes them. {@code SHELLOPTS} and {@code BASHOPTS} do not either.
 */
public final class CommandSupervisor implements AutoCloseable {
  /** Made beforehand: there may be no memory for another. */
  private static final Preparation UNKNOWN_FAILURE =
      new Preparation.Unavailable("two named pipes could not be made");

  private final Map<String, String> environment;
  private final CompletableFuture<Preparation> preparation = new CompletableFuture<>();
  private final AtomicBoolean used = new AtomicBoolean();
  private final Uptime uptime;
  private final Path proc;
  private final Threads threads;

  /** What there is to supervise with. */
  sealed interface Preparation {
    /** With the words that start the shell, and the pipes. */
    record Ready(List<String> shell, WatchdogChannel channel) implements Preparation {}

    /** With nothing, for a reason. */
    record Unavailable(String reason) implements Preparation {}
  }

  private CommandSupervisor(Map<String, String> environment, Path proc, Threads threads) {
    this.environment = Map.copyOf(environment);
    this.proc = proc;
    this.uptime = new Uptime(proc);
    this.threads = threads;
  }

  /**
   * Begins to make what the watchdog needs, in the background: do it before the lease is acquired,
   * and starting costs a few milliseconds only.
   *
   * @param environment where {@code PATH} and {@code TMPDIR} are looked up
   */
  public static CommandSupervisor prepare(Map<String, String> environment) {
    return prepare(environment, Path.of("/proc"));
  }

  /** One that has no watchdog, whatever the machine offers. */
  static CommandSupervisor withoutWatchdog(String reason) {
    return withoutWatchdog(reason, Threads.DAEMONS);
  }

  /** The same, with threads that {@code threads} makes. */
  static CommandSupervisor withoutWatchdog(String reason, Threads threads) {
    CommandSupervisor supervisor = new CommandSupervisor(Map.of(), Path.of("/proc"), threads);
    supervisor.preparation.complete(new Preparation.Unavailable(reason));
    return supervisor;
  }

  static CommandSupervisor prepare(Map<String, String> environment, Path proc) {
    return prepare(environment, proc, CommandSupervisor::make, Threads.DAEMONS);
  }

  /** How one prepares. */
  @FunctionalInterface
  interface Preparing {
    Preparation by(CommandSupervisor supervisor) throws IOException;
  }

  static CommandSupervisor prepare(
      Map<String, String> environment, Path proc, Preparing preparing) {
    return prepare(environment, proc, preparing, Threads.DAEMONS);
  }

  /** One with threads that {@code threads} makes. */
  static CommandSupervisor prepare(Map<String, String> environment, Path proc, Threads threads) {
    return prepare(environment, proc, CommandSupervisor::make, threads);
  }

  private static CommandSupervisor prepare(
      Map<String, String> environment, Path proc, Preparing preparing, Threads threads) {
    CommandSupervisor supervisor = new CommandSupervisor(environment, proc, threads);
    threads.start("prlease-watchdog", () -> supervisor.prepareAndListen(preparing));
    return supervisor;
  }

  /** Whatever goes wrong, an {@link Error} too, others wait for the outcome and must get one. */
  private void prepareAndListen(Preparing preparing) {
    Preparation made = UNKNOWN_FAILURE;
    try {
      made = preparing.by(this);
    } catch (IOException | RuntimeException | Error failed) {
      made = new Preparation.Unavailable("two named pipes could not be made: " + failed);
    } finally {
      preparation.complete(made);
    }
    if (made instanceof Preparation.Ready ready) {
      ready.channel().listen();
    }
  }

  private Preparation make() throws IOException {
    Optional<Path> bash = Executables.tool("bash", environment);
    if (bash.isEmpty()) {
      return new Preparation.Unavailable("bash was not found");
    }
    Optional<Path> mkfifo = Executables.tool("mkfifo", environment);
    if (mkfifo.isEmpty()) {
      return new Preparation.Unavailable("mkfifo was not found");
    }
    WatchdogChannel.PipePair pipes =
        WatchdogChannel.PipePair.in(PrivateDirectory.make(environment));
    boolean opened = false;
    try {
      List<String> plain = List.of(bash.get().toString());
      List<String> shell = unblocking(plain);
      int code = makePipes(shell, mkfifo.get(), pipes);
      if (code != 0 && code != WatchdogScript.OLD_SHELL && !shell.equals(plain)) {
        shell = plain;
        code = makePipes(shell, mkfifo.get(), pipes);
      }
      if (code == WatchdogScript.OLD_SHELL) {
        return new Preparation.Unavailable(bash.get() + " is older than 4.2");
      }
      if (code != 0) {
        return new Preparation.Unavailable(mkfifo.get() + " failed with exit code " + code);
      }
      WatchdogChannel channel = WatchdogChannel.open(pipes);
      opened = true;
      return new Preparation.Ready(shell, channel);
    } finally {
      if (!opened) {
        pipes.remove();
      }
    }
  }

  /**
   * {@code shell} behind a program that unblocks SIGQUIT: the JVM blocks it in all its threads, all
   * that it starts inherits that, and no shell can undo it. Elsewhere than in GNU's there is no
   * such option, and Ctrl-\ does nothing.
   */
  private List<String> unblocking(List<String> shell) {
    Optional<Path> env = Executables.tool("env", environment);
    if (env.isEmpty()) {
      return shell;
    }
    List<String> words = new ArrayList<>(List.of(env.get().toString(), "--default-signal=QUIT"));
    words.addAll(shell);
    return List.copyOf(words);
  }

  private static int makePipes(List<String> shell, Path mkfifo, WatchdogChannel.PipePair pipes)
      throws IOException {
    List<String> words = reading(shell, WatchdogScript.PREPARATION);
    words.addAll(List.of(mkfifo.toString(), pipes.control().toString(), pipes.status().toString()));
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    try {
      if (process.waitFor(ProcessTree.VANISHING.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException nobodyInterrupts) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    throw new IOException("mkfifo does not end");
  }

  /** A shell without any start-up file, reading {@code script}; the parameters follow. */
  private static List<String> reading(List<String> shell, String script) {
    List<String> words = new ArrayList<>(shell);
    words.addAll(List.of("--noprofile", "--norc", "-p", "-c", script, "prlease"));
    return words;
  }

  /** How the command will be supervised. Waits until that is known: milliseconds. */
  public Supervision supervision() {
    return preparation.join() instanceof Preparation.Ready
        ? Supervision.WATCHDOG
        : Supervision.IN_PROCESS;
  }

  /** Why there is no watchdog, for people; empty if there is one. */
  public Optional<String> limitation() {
    return preparation.join() instanceof Preparation.Unavailable unavailable
        ? Optional.of(unavailable.reason())
        : Optional.empty();
  }

  /** Starts {@code command} with the streams of this JVM; see the other method. */
  public SupervisedProcess start(Command command, Deadline deadline) {
    return start(command, deadline, Streams.INHERITED);
  }

  /**
   * Starts {@code command}, unless its deadline has come.
   *
   * <p>A command that cannot be started is no exception: the process is returned, and its end says
   * so. If it was started, and a thread for it cannot be made, it is ended with all its descendants
   * before that error is thrown.
   *
   * @throws IllegalStateException if a command was started before, or this was closed
   */
  public SupervisedProcess start(Command command, Deadline deadline, Streams streams) {
    if (!used.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "a supervisor starts one command, and none once it is closed");
    }
    Optional<String> impossible = impossible(command);
    if (impossible.isPresent()) {
      letGo();
      return notStarted(CommandEnd.NotStarted.cannotRun(command.program(), impossible.get()));
    }
    return preparation.join() instanceof Preparation.Ready ready
        ? startWatched(ready, command, deadline, streams)
        : startBare(command, deadline, streams);
  }

  private SupervisedProcess notStarted(CommandEnd.NotStarted end) {
    return SupervisedProcess.notStarted(end, uptime);
  }

  private static Optional<String> impossible(Command command) {
    if (!Files.isDirectory(command.directory())) {
      return Optional.of("its directory " + command.directory() + " is not a directory");
    }
    return Arguments.distorted(command.words());
  }

  private SupervisedProcess startWatched(
      Preparation.Ready ready, Command command, Deadline deadline, Streams streams) {
    WatchdogChannel channel = ready.channel();
    if (isTooLate(deadline)) {
      channel.close();
      return notStarted(tooLate(command));
    }
    List<String> words = reading(ready.shell(), WatchdogScript.TEXT);
    words.add(channel.controlPath().toString());
    words.add(channel.statusPath().toString());
    words.add(uptime.read().isPresent() ? proc.toString() : "");
    words.addAll(command.words());
    ProcessBuilder builder = new ProcessBuilder(words);
    Environments.applyBehindShell(builder, command.environment());
    channel.until(deadline, uptime);
    Process shell;
    try {
      shell = launch(builder, command, streams);
    } catch (IOException cannotStart) {
      channel.close();
      return notStarted(
          CommandEnd.NotStarted.cannotRun(command.program(), Failures.reason(cannotStart)));
    } catch (RuntimeException | Error cannotStart) {
      // The JDK makes a thread that waits for what it has started: it may run, and nobody has it.
      channel.close();
      boolean unused = channel.awaitGone(ProcessTree.VANISHING);
      throw cannotStart;
    }
    return SupervisedProcess.minded(
        shell, streams, Optional.of(channel), command, deadline, uptime, threads);
  }

  private SupervisedProcess startBare(Command command, Deadline deadline, Streams streams) {
    Executables.Found found =
        Executables.find(command.program(), command.environment(), command.directory());
    if (found instanceof Executables.Found.Nothing) {
      return notStarted(CommandEnd.NotStarted.of(CommandEnd.Refusal.NOT_FOUND, command.program()));
    }
    if (!(found instanceof Executables.Found.Program program)) {
      return notStarted(CommandEnd.NotStarted.of(CommandEnd.Refusal.CANNOT_RUN, command.program()));
    }
    if (isTooLate(deadline)) {
      return notStarted(tooLate(command));
    }
    List<String> words = new ArrayList<>(command.words());
    words.set(0, program.path().toString());
    ProcessBuilder builder = new ProcessBuilder(words);
    Environments.apply(builder, command.environment());
    Process process;
    try {
      process = launch(builder, command, streams);
    } catch (IOException cannotStart) {
      return notStarted(
          CommandEnd.NotStarted.cannotRun(command.program(), Failures.reason(cannotStart)));
    }
    return SupervisedProcess.minded(
        process, streams, Optional.empty(), command, deadline, uptime, threads);
  }

  private static boolean isTooLate(Deadline deadline) {
    return deadline.remaining().compareTo(deadline.grace()) <= 0;
  }

  private static CommandEnd.NotStarted tooLate(Command command) {
    return CommandEnd.NotStarted.of(CommandEnd.Refusal.TOO_LATE, command.program());
  }

  /** Once it is started no exception says that it was not. */
  private static Process launch(ProcessBuilder builder, Command command, Streams streams)
      throws IOException {
    builder.directory(command.directory().toFile());
    if (streams instanceof Streams.Inherited) {
      builder.inheritIO();
    }
    Process process = builder.start();
    if (streams instanceof Streams.Captured) {
      closeQuietly(process.getOutputStream());
    }
    return process;
  }

  private static void closeQuietly(OutputStream stream) {
    try {
      stream.close();
    } catch (IOException nothingWasToBeWritten) {
      // Who reads from it gets its end all the same, now or when this JVM ends.
    }
  }

  /**
   * Gives up what was prepared, and returns when it is gone; does nothing once a command was
   * started, which looks after itself. Idempotent.
   */
  @Override
  public void close() {
    if (used.compareAndSet(false, true)) {
      letGo();
    }
  }

  private void letGo() {
    if (preparation.join() instanceof Preparation.Ready ready) {
      ready.channel().close();
    }
  }
}
