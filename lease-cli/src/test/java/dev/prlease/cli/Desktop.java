package dev.prlease.cli;

import dev.prlease.api.LeaseRecord;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Palette;
import dev.prlease.spi.Clock;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls of the command within this JVM: own home, environment, time and processes. */
final class Desktop {
  final Path home;
  final Path directory;
  final ManualClock clock = new ManualClock();
  final FakeProcesses processes = new FakeProcesses();
  final Map<String, String> environment = new HashMap<>();

  /** What happens while a call pauses, one a pause. */
  final Deque<Runnable> duringPauses = new ArrayDeque<>();

  /** What happens when a call writes to standard output; once. */
  Runnable whenAnswering = () -> {};

  /** What happens when a call writes to standard error; once. */
  Runnable whenComplaining = () -> {};

  Shutdown shutdown = Shutdown.NEVER;

  /** What a call reads from standard input. */
  InputStream input = InputStream.nullInputStream();

  /** What happens whenever a call asks for the time, but for the calls that it makes itself. */
  Runnable whenTimeIsRead = () -> {};

  private final class WatchedClock implements Clock {
    @Override
    public Instant now() {
      Runnable event = whenTimeIsRead;
      whenTimeIsRead = () -> {};
      event.run();
      whenTimeIsRead = event;
      return clock.now();
    }

    @Override
    public long ticks() {
      return clock.ticks();
    }
  }

  /** A desktop under {@code top}, a directory of the test's own. */
  Desktop(Path top) {
    try {
      this.directory = Files.createDirectories(top.resolve("work")).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.home = directory.resolveSibling("home");
    environment.put("PRLEASE_HOME", home.toString());
  }

  /** Prepares calls of {@code run}: what it starts lives in the machine's own time. */
  void makeCommandsRun() {
    environment.put("PATH", System.getenv("PATH"));
    clock.set(LeaseRecord.cut(new SystemClock().now()));
  }

  /** Makes the working directory a git worktree. */
  void makeWorktree() {
    write(directory.resolve(".git/HEAD"), "ref: refs/heads/main\n");
  }

  /** Where acme/app#42 is kept. */
  Path record() {
    return home.resolve("leases/acme__app__pr-42.json");
  }

  /** Puts {@code content} in the place of the record of acme/app#42. */
  void plant(byte[] content) {
    if (!Files.exists(record())) {
      prlease("acquire", "--key", "acme/app#42", "--session", "planter");
      prlease("release", "--key", "acme/app#42", "--session", "planter");
    }
    try {
      Files.write(record(), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void plant(String content) {
    plant(content.getBytes(StandardCharsets.UTF_8));
  }

  Answer prlease(String... words) {
    return in(directory, words);
  }

  /** The same, called in {@code place}. */
  Answer in(Path place, String... words) {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            Runnable event = whenAnswering;
            whenAnswering = () -> {};
            event.run();
          }
        };
    ByteArrayOutputStream err =
        new ByteArrayOutputStream() {
          @Override
          public void write(byte[] bytes) {
            Runnable event = whenComplaining;
            whenComplaining = () -> {};
            event.run();
            writeBytes(bytes);
          }
        };
    int code =
        new Cli(
                new World(
                    environment,
                    place,
                    new Console(out, err, () -> Palette.PLAIN),
                    new WatchedClock(),
                    () ->
                        new EventfulPauses(
                            new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME),
                            duringPauses),
                    processes,
                    input,
                    shutdown))
            .run(List.of(words));
    return new Answer(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** What the audit has, oldest first. */
  List<String> events() {
    try {
      List<String> events = new ArrayList<>();
      for (String line : Files.readAllLines(home.resolve("audit.jsonl"))) {
        if (!line.isEmpty()) {
          int from = line.indexOf("\"event\":\"") + 9;
          events.add(line.substring(from, line.indexOf('"', from)));
        }
      }
      return events;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the holder of acme/app#42 a run of the process {@code pid}. */
  void makeRun(long pid) {
    try {
      String record = Files.readString(record());
      Files.writeString(
          record(),
          record
              .replace("prlease acquire", "prlease run")
              .replaceAll("(\"pid\": ?)\\d+", "$1" + pid));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Calls with the key acme/app#42 and the session {@code session}. */
  Answer as(String session, String command, String... more) {
    String[] words = new String[more.length + 5];
    words[0] = command;
    words[1] = "--key";
    words[2] = "acme/app#42";
    words[3] = "--session";
    words[4] = session;
    System.arraycopy(more, 0, words, 5, more.length);
    return prlease(words);
  }

  static void write(Path file, String content) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
