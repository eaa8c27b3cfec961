package dev.prlease.process;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Two named pipes between this JVM and a watchdog: deadlines go one way, what became of them comes
 * back the other.
 *
 * <p>Opening a pipe blocks until the other side does, unless it is opened for both directions; so
 * this side opens both pipes that way first. It keeps the control pipe open like that: that only
 * this JVM holds it is what tells the watchdog when the JVM is gone. The status pipe is kept only
 * until the watchdog has it: from then on its end of file means that the watchdog is gone.
 *
 * <p>The pipes' names are removed as soon as both sides have them open, so that a kill leaves
 * nothing behind.
 */
final class WatchdogChannel {
  /** Some 17 deadlines; every pipe takes more, so that there is room for what ends the command. */
  private static final int MOST_UNREAD = 1 << 10;

  /** By how much this JVM is to be the first; as long as it waits between two looks. */
  private static final long HEAD_START_MILLIS = 500;

  private final PipePair pipes;
  private final RandomAccessFile control;

  /** Only looked at, never read. */
  private final FileInputStream unread;

  private final RandomAccessFile statusHold;
  private final FileInputStream status;
  private final AtomicBoolean named = new AtomicBoolean(true);
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private volatile Optional<ProcessHandle> watchdog = Optional.empty();
  private volatile OptionalLong group = OptionalLong.empty();
  private volatile String refusal = "";
  private volatile String ending = "";
  private volatile int leftBehind;

  private WatchdogChannel(
      PipePair pipes,
      RandomAccessFile control,
      FileInputStream unread,
      RandomAccessFile statusHold,
      FileInputStream status) {
    this.pipes = pipes;
    this.control = control;
    this.unread = unread;
    this.statusHold = statusHold;
    this.status = status;
  }

  static WatchdogChannel open(PipePair pipes) throws IOException {
    RandomAccessFile control = new RandomAccessFile(pipes.control().toFile(), "rw");
    RandomAccessFile statusHold = new RandomAccessFile(pipes.status().toFile(), "rw");
    FileInputStream status = new FileInputStream(pipes.status().toFile());
    FileInputStream unread = new FileInputStream(control.getFD());
    return new WatchdogChannel(pipes, control, unread, statusHold, status);
  }

  Path directory() {
    return pipes.directory();
  }

  Path controlPath() {
    return pipes.control();
  }

  Path statusPath() {
    return pipes.status();
  }

  /** Reads what the other side says, until it is gone. For a thread of its own. */
  void listen() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(status, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        heard(line);
      }
    } catch (IOException | RuntimeException brokenPipe) {
      // As good as its end: nobody will say anything more.
    } finally {
      gone.complete(null);
    }
  }

  private void heard(String line) {
    if (line.startsWith("watching ")) {
      // Looked up while it lives, so that the handle can never mean a later process.
      int blank = line.lastIndexOf(' ');
      group = OptionalLong.of(Long.parseLong(line.substring("watching ".length(), blank)));
      watchdog = ProcessHandle.of(Long.parseLong(line.substring(blank + 1)));
    } else if (line.startsWith("refused ")) {
      refusal = line.substring("refused ".length());
    } else if (line.startsWith("ending ")) {
      ending = line.substring("ending ".length());
    } else if (line.startsWith("left ")) {
      leftBehind = Integer.parseInt(line.substring("left ".length()));
    }
    bothSidesOpen();
  }

  /**
   * The other side has the pipes open, or will never open them. The names are removed once:
   * whatever has them later is not ours. Idempotent.
   */
  void bothSidesOpen() {
    if (named.compareAndSet(true, false)) {
      pipes.remove();
    }
    closeQuietly(statusHold);
  }

  /**
   * Tells the watchdog by when the command must be gone. The order of the questions matters, since
   * time passes and the deadline may move between them: the uptime first, so that a pause makes the
   * deadline earlier, never later; and the grace before what it is part of, so that a renewal in
   * between cannot give the old deadline a new and longer grace. One write of less than {@code
   * PIPE_BUF} bytes arrives in one piece.
   *
   * <p>A watchdog that has left many deadlines unread is stopped, and the last that it took is long
   * over: it will end its group before it reads on. It is told no more of them, since a pipe that
   * is full would block whoever has a command ended.
   */
  void until(Deadline deadline, Uptime uptime) {
    Optional<Duration> up = uptime.read();
    long grace = secondLine(Math.max(0, millis(deadline.grace())));
    long remaining = millis(deadline.remaining());
    long wall = deadline.wall().toEpochMilli();
    String upDue = up.map(now -> Long.toString(now.toMillis() + remaining)).orElse("-");
    if (unreadBytes() <= MOST_UNREAD) {
      write("until " + wall + " " + upDue + " " + remaining + " " + grace + "\n");
    }
  }

  /**
   * The watchdog acts a little later than this JVM, which sees all descendants, wherever they
   * moved, and tells why it ends the command.
   */
  private static long secondLine(long graceMillis) {
    return graceMillis - Math.min(HEAD_START_MILLIS, graceMillis / 2);
  }

  private int unreadBytes() {
    try {
      return unread.available();
    } catch (IOException closedOrNotTold) {
      return 0;
    }
  }

  /** Tells the watchdog to end the group. */
  void end(Duration grace) {
    write("end " + Math.max(0, millis(grace)) + "\n");
  }

  /** Tells the watchdog that the command has ended: to end what it left behind, if anything. */
  void finish(Duration grace) {
    write("finish " + Math.max(0, millis(grace)) + "\n");
  }

  private static long millis(Duration duration) {
    long longest = Duration.ofDays(30).toMillis();
    return duration.compareTo(Duration.ofDays(30)) > 0 ? longest : duration.toMillis();
  }

  private synchronized void write(String line) {
    if (gone.isDone()) {
      return; // A pipe that nobody reads fills up, and would block.
    }
    try {
      control.write(line.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException closed) {
      // Closed by this side, after the end: there is nobody left to tell.
    }
  }

  /** Waits until the watchdog, and with it its group, is gone; at most {@code atMost}. */
  boolean awaitGone(Duration atMost) {
    return ProcessTree.await(gone, atMost);
  }

  boolean isGone() {
    return gone.isDone();
  }

  /** The watchdog's process, once it has said that it watches. */
  Optional<ProcessHandle> watchdog() {
    return watchdog;
  }

  /** Whether the other side never said anything: it says who it is before the command begins. */
  boolean isUnheard() {
    return group.isEmpty() && refusal.isEmpty() && ending.isEmpty();
  }

  /** The command's process group, once there is one. */
  OptionalLong group() {
    return group;
  }

  /** Why the command was not started; empty if it was. Final once the other side is gone. */
  String refusal() {
    return refusal;
  }

  /** Why the watchdog ended the group; empty before. Final once it is gone. */
  String ending() {
    return ending;
  }

  /** How many processes a command that had ended left in its group. Final once that is gone. */
  int leftBehind() {
    return leftBehind;
  }

  /** Lets go of both pipes: a watchdog that still lives kills its group. Idempotent. */
  void close() {
    bothSidesOpen();
    closeQuietly(control);
  }

  private static void closeQuietly(RandomAccessFile file) {
    try {
      file.close();
    } catch (IOException ignored) {
      // A pipe holds nothing that could still fail to be written.
    }
  }

  /** The two pipes' names, in a directory of their own that only this user may enter. */
  record PipePair(Path directory, Path control, Path status) {
    static PipePair in(Path directory) {
      return new PipePair(directory, directory.resolve("control"), directory.resolve("status"));
    }

    void remove() {
      deleteQuietly(control);
      deleteQuietly(status);
      deleteQuietly(directory);
    }

    private static void deleteQuietly(Path path) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException ignored) {
        // Whoever took away the directory took the pipe with it.
      }
    }
  }
}
