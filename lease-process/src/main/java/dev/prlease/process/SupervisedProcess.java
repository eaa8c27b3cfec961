package dev.prlease.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A command that must be gone by a deadline. One thread calls {@link #await}; others may call
 * {@link #deadlineMoved} and {@link #end} meanwhile.
 *
 * <p>Safe for use by several threads at once.
 */
public final class SupervisedProcess implements AutoCloseable {
  /** What the watchdog may take beyond the grace: it looks fifty times a second. */
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /** What was written is in the pipes, and is read at once; see {@link #output}. */
  private static final Duration DRAINING = Duration.ofMillis(500);

  private static final int KILLED = 128 + 9;

  /** How long a deadline is taken for what it was. */
  private static final long SLICE_MILLIS = 500;

  /**
   * A process that runs.
   *
   * @param root the outer shell, or without a watchdog the command itself
   * @param reading what it writes, where that is kept
   * @param channel to the watchdog, where there is one
   */
  private record Running(
      Process root,
      CapturedOutput.Reading reading,
      Optional<WatchdogChannel> channel,
      Command command,
      Deadline deadline) {
    ProcessHandle handle() {
      return root.toHandle();
    }

    /** Not cut by what remains: a lost lease has nothing left; the watchdog keeps the deadline. */
    Duration grace() {
      return deadline.grace();
    }
  }

  private final Optional<Running> running;
  private final Uptime uptime;
  private final Threads threads;
  private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();
  private volatile Optional<CommandEnd.Reason> reason = Optional.empty();

  /** The grace of a command that is being ended: all waits for it take what is left of this one. */
  private volatile Optional<Countdown> patience = Optional.empty();

  private Optional<CommandEnd> end;

  private SupervisedProcess(
      Optional<Running> running, Uptime uptime, Threads threads, Optional<CommandEnd> end) {
    this.running = running;
    this.uptime = uptime;
    this.threads = threads;
    this.end = end;
  }

  /**
   * One that {@code root} is, of which its outputs are read and its deadline is minded on threads.
   * Without a watchdog nobody else does that. If such a thread cannot be made, all of it is ended
   * before that is thrown.
   *
   * @param channel to the watchdog, where there is one; it is closed then
   */
  static SupervisedProcess minded(
      Process root,
      Streams streams,
      Optional<WatchdogChannel> channel,
      Command command,
      Deadline deadline,
      Uptime uptime,
      Threads threads) {
    try {
      CapturedOutput.Reading reading = CapturedOutput.Reading.of(root, streams, threads);
      Running running = new Running(root, reading, channel, command, deadline);
      SupervisedProcess supervised =
          new SupervisedProcess(Optional.of(running), uptime, threads, Optional.empty());
      supervised.mindDeadlineAside(running);
      return supervised;
    } catch (RuntimeException | Error nobodyMindsIt) {
      Unminded.end(root, channel);
      throw nobodyMindsIt;
    }
  }

  static SupervisedProcess notStarted(CommandEnd.NotStarted end, Uptime uptime) {
    return new SupervisedProcess(Optional.empty(), uptime, Threads.DAEMONS, Optional.of(end));
  }

  /**
   * Whether or not there is a watchdog: this JVM sees all descendants, and goes first. It looks as
   * often as the watchdog does, since the deadline may move, and the machine may have slept.
   */
  private void mindDeadlineAside(Running started) {
    threads.start("prlease-deadline", () -> mindDeadline(started));
  }

  private void mindDeadline(Running started) {
    try {
      Duration left = untilAsked(started.deadline());
      while (!left.isNegative() && !left.isZero()) {
        long slice = Math.min(left.toMillis() + 1, SLICE_MILLIS);
        if (started.root().waitFor(slice, TimeUnit.MILLISECONDS)) {
          return;
        }
        left = untilAsked(started.deadline());
      }
    } catch (InterruptedException nobodyInterrupts) {
      Thread.currentThread().interrupt();
    }
    endTree(started, CommandEnd.Reason.DEADLINE);
  }

  /** How long until it is time to ask the command to end. */
  private static Duration untilAsked(Deadline deadline) {
    return deadline.remaining().minus(deadline.grace());
  }

  /** Who sees to the deadline. */
  public Supervision supervision() {
    return running.flatMap(Running::channel).isPresent()
        ? Supervision.WATCHDOG
        : Supervision.IN_PROCESS;
  }

  /** Asks the deadline anew and passes it on. Returns at once. */
  public void deadlineMoved() {
    running.ifPresent(
        started ->
            started.channel().ifPresent(channel -> channel.until(started.deadline(), uptime)));
  }

  /**
   * Waits until the command has ended, and what it left in its group is gone.
   *
   * <p>If the thread is interrupted, before or meanwhile, the command is ended, and the thread's
   * interrupt flag stays set.
   */
  public CommandEnd await() {
    if (running.isPresent()) {
      Running started = running.get();
      try {
        started.root().waitFor();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        endTree(started, CommandEnd.Reason.INTERRUPTED);
      }
    }
    return settle();
  }

  /**
   * What the command wrote, once {@link #await} or {@link #end} has returned; before, what it wrote
   * so far. Nothing unless it was started with {@link Streams.Captured}. A process that left the
   * command's group may hold the outputs open: what it writes after that is not waited for.
   */
  public CapturedOutput output() {
    return running.map(started -> started.reading().collect(DRAINING)).orElse(CapturedOutput.NONE);
  }

  /**
   * Ends the command and its descendants, wherever they moved: asks them to, and kills them after
   * the deadline's grace. Returns when they are gone. Does nothing if the command has ended.
   */
  public CommandEnd end() {
    running.ifPresent(started -> endTree(started, CommandEnd.Reason.ASKED));
    return settle();
  }

  /** Begins what {@link #end} does, and returns at once; {@link #await} then returns soon. */
  public void requestEnd() {
    running.ifPresent(
        started -> threads.start("prlease-end", () -> endTree(started, CommandEnd.Reason.ASKED)));
  }

  /** Ends the command if it has not ended. */
  @Override
  public void close() {
    end();
  }

  private void endTree(Running started, CommandEnd.Reason why) {
    if (!started.root().isAlive()) {
      return;
    }
    Countdown grace = beginEnd(started, why);
    // Looked at before the first signal: later, an orphan cannot be told from a stranger.
    started.root().descendants().forEach(descendants::add);
    boolean watched = started.channel().isPresent() && !started.channel().get().isGone();
    boolean gone;
    if (watched) {
      WatchdogChannel channel = started.channel().get();
      channel.end(grace.left());
      Set<ProcessHandle> outside = outside(channel.group());
      if (!channel.ending().equals(WatchdogScript.AT_DEADLINE)) {
        // Else the watchdog was quicker, and has asked them: nobody is asked twice.
        outside.forEach(ProcessHandle::destroy);
      }
      gone = ProcessTree.await(started.root().onExit(), grace.left());
      if (!gone) {
        ProcessTree.kill(outside);
        gone = ProcessTree.await(started.root().onExit(), MARGIN);
      }
    } else {
      started.handle().destroy();
      descendants.forEach(ProcessHandle::destroy);
      gone = ProcessTree.await(started.root().onExit(), grace.left());
    }
    if (!gone) {
      Set<ProcessHandle> tree = new LinkedHashSet<>(descendants);
      tree.add(started.handle());
      ProcessTree.kill(tree);
    }
  }

  /** Whoever is the first to end the command begins its grace, too. */
  private synchronized Countdown beginEnd(Running started, CommandEnd.Reason why) {
    noteReason(why);
    Countdown grace = patience.orElseGet(() -> Countdown.of(started.grace()));
    patience = Optional.of(grace);
    return grace;
  }

  private synchronized void noteReason(CommandEnd.Reason why) {
    if (reason.isEmpty()) {
      reason = Optional.of(why);
    }
  }

  /** Who left the command's group; who is in it was asked to end already, and only once. */
  private Set<ProcessHandle> outside(OptionalLong group) {
    Set<ProcessHandle> outside = new LinkedHashSet<>();
    for (ProcessHandle process : descendants) {
      if (group.isPresent() && isOutside(process, group.getAsLong())) {
        outside.add(process);
      }
    }
    return outside;
  }

  private static boolean isOutside(ProcessHandle process, long group) {
    try {
      return ProcessStat.read(Path.of("/proc", Long.toString(process.pid()))).group() != group;
    } catch (IOException goneOrNoProc) {
      return false;
    }
  }

  private synchronized CommandEnd settle() {
    if (end.isEmpty()) {
      end = Optional.of(finish(running.orElseThrow()));
    }
    return end.get();
  }

  /** The root has ended: ends what is left of its group, then what was seen to descend from it. */
  private CommandEnd finish(Running started) {
    Optional<WatchdogChannel> channel = started.channel();
    Countdown grace = patience.orElseGet(() -> Countdown.of(started.grace()));
    channel.ifPresent(watchdog -> endGroup(watchdog, grace.left()));
    if (!descendants.isEmpty()) {
      ProcessTree.await(List.copyOf(descendants), grace.left());
      ProcessTree.kill(new LinkedHashSet<>(descendants));
    }
    if (channel.isPresent() && !channel.get().refusal().isEmpty()) {
      return refused(channel.get().refusal(), started.command());
    }
    if (channel.isPresent() && channel.get().ending().equals(WatchdogScript.AT_DEADLINE)) {
      noteReason(CommandEnd.Reason.DEADLINE);
    }
    int exitCode = started.root().isAlive() ? KILLED : started.root().exitValue();
    if (exitCode == WatchdogScript.NO_PIPES
        && channel.filter(WatchdogChannel::isUnheard).isPresent()) {
      return CommandEnd.NotStarted.cannotRun(
          started.command().program(),
          "the pipes to what minds its deadline are gone from " + channel.get().directory());
    }
    if (reason.isPresent()) {
      return new CommandEnd.Ended(exitCode, reason.get());
    }
    return new CommandEnd.Exited(exitCode, channel.map(WatchdogChannel::leftBehind).orElse(0));
  }

  private void endGroup(WatchdogChannel channel, Duration grace) {
    if (reason.isPresent()) {
      channel.end(grace);
    } else {
      channel.finish(grace);
    }
    channel.bothSidesOpen();
    if (!channel.awaitGone(grace.plus(MARGIN))) {
      // Somebody stopped it: a kill works all the same.
      channel.watchdog().ifPresent(ProcessHandle::destroyForcibly);
      channel.awaitGone(ProcessTree.VANISHING);
    }
    channel.close();
  }

  private static CommandEnd refused(String refusal, Command command) {
    if (refusal.startsWith(WatchdogScript.NO_INTERPRETER)) {
      return CommandEnd.NotStarted.cannotRun(
          command.program(),
          "its interpreter "
              + refusal.substring(WatchdogScript.NO_INTERPRETER.length())
              + " is missing, or not executable");
    }
    CommandEnd.Refusal why =
        switch (refusal) {
          case "not-found" -> CommandEnd.Refusal.NOT_FOUND;
          case "too-late" -> CommandEnd.Refusal.TOO_LATE;
          default -> CommandEnd.Refusal.CANNOT_RUN;
        };
    return CommandEnd.NotStarted.of(why, command.program());
  }
}
