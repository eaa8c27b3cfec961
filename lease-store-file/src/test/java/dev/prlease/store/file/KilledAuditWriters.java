package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.json.EventJson;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Processes that write one audit, and rotate it every twenty events, are killed at random moments;
 * beside them writes an older program, which knows nothing of rotation. Nothing that was taken down
 * is lost, doubled or torn.
 */
final class KilledAuditWriters {
  /**
   * What came of it.
   *
   * @param events that were taken down
   * @param files that the log had in the end
   * @param torn lines that a kill tore
   */
  record Result(int events, int files, int torn) {}

  private static final int WRITERS = 2;
  private static final int MOST_EVENTS_BEFORE_A_KILL = 100;

  private final Path home;
  private final AuditFiles files;
  private final Random random;

  /** By writer, the last event that it was told to be taken down. */
  private final Map<String, Integer> acknowledged = new HashMap<>();

  private final List<Writer> writers = new ArrayList<>();
  private int started;
  private int older;

  private record Writer(String name, Process process, BufferedReader out) {}

  KilledAuditWriters(Path home, Random random) throws IOException {
    this.home = Files.createDirectory(home, OwnedFile.OWNER_ONLY_DIRECTORY);
    this.files = new AuditFiles(home.resolve(AuditLog.FILE_NAME));
    this.random = random;
  }

  /** Kills {@code kills} writers, one by one, and checks the log. */
  Result run(int kills) throws IOException, InterruptedException {
    try {
      while (writers.size() < WRITERS) {
        writers.add(start());
      }
      for (int i = 0; i < kills; i++) {
        Writer victim = writers.remove(random.nextInt(writers.size()));
        if (i + WRITERS < kills + 1) {
          // Its successor is on its way meanwhile.
          writers.add(start());
        }
        kill(victim);
      }
      while (!writers.isEmpty()) {
        kill(writers.remove(0));
      }
    } finally {
      writers.forEach(writer -> writer.process().destroyForcibly());
    }
    return check();
  }

  private Writer start() throws IOException {
    String name = "w" + ++started;
    Process process =
        new ProcessBuilder(
                Forked.java(Forked.classPath(), AuditWriter.class, List.of(home.toString(), name)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new Writer(name, process, process.inputReader(UTF_8));
  }

  private void kill(Writer writer) throws IOException, InterruptedException {
    int after = 1 + random.nextInt(MOST_EVENTS_BEFORE_A_KILL);
    Optional<Integer> last = Optional.empty();
    String line = writer.out().readLine();
    while (line != null) {
      last = Optional.of(Integer.valueOf(line));
      if (last.get() == after) {
        // Not by the process itself, which would close its output as well.
        writer.process().toHandle().destroyForcibly();
      }
      if (last.get() % 10 == 0) {
        writeAsAnOlderProgram();
      }
      line = writer.out().readLine();
    }
    writer.process().waitFor();
    assertThat(last).as("what %s wrote", writer.name()).isPresent();
    acknowledged.put(writer.name(), last.get());
  }

  /** Takes the file that stands there, opens it for appending, writes. */
  private void writeAsAnOlderProgram() throws IOException {
    if (Files.exists(files.current())) {
      byte[] line = EventJson.encodeLine(AuditWriter.event("older", older + 1));
      try (FileOutputStream out = new FileOutputStream(files.current().toFile(), true)) {
        byte[] apart = new byte[line.length + 1];
        apart[0] = '\n';
        System.arraycopy(line, 0, apart, 1, line.length);
        out.write(apart);
      }
      older++;
      acknowledged.put("older", older);
    }
  }

  private Result check() throws IOException {
    Map<String, Integer> times = new HashMap<>();
    int torn = 0;
    try (Stream<AuditLog.Line> lines = AuditLog.at(files.current()).lines()) {
      for (AuditLog.Line line : (Iterable<AuditLog.Line>) lines::iterator) {
        if (line instanceof AuditLog.Line.Event event) {
          times.merge(event.event().session().value(), 1, Integer::sum);
        } else {
          torn++;
        }
      }
    }
    int events = 0;
    for (Map.Entry<String, Integer> each : acknowledged.entrySet()) {
      for (int number = 1; number <= each.getValue(); number++) {
        assertThat(times.remove(each.getKey() + "-" + number))
            .as("how often event %d of %s is in %s", number, each.getKey(), home)
            .isEqualTo(1);
        events++;
      }
      // The one that it was about to tell of.
      Integer more = times.remove(each.getKey() + "-" + (each.getValue() + 1));
      assertThat(more).isIn(null, 1);
    }
    assertThat(times).as("events that nobody wrote").isEmpty();
    List<Long> numbers = files.numbers();
    assertThat(numbers).as("the numbers of the files have no gap").endsWith((long) numbers.size());
    return new Result(events, numbers.size() + 1, torn);
  }
}
