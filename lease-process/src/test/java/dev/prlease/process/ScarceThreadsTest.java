package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine that gives no more threads: what was started is not left acting. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScarceThreadsTest {
  /** It acts, and so does what has left its group and session. */
  private static final String ACTING = "setsid sleep 600 & echo ready >\"$1/ready\"; sleep 600";

  @TempDir Path directory = Path.of("");
  private Scratch scratch = new Scratch(Path.of(""));
  private Path ready = Path.of("");

  @BeforeEach
  void scratch() throws Exception {
    scratch = new Scratch(directory);
    ready = scratch.pipe("ready");
  }

  @AfterEach
  void endAll() throws IOException {
    scratch.endAll();
  }

  /** Refuses the thread of that number, once the process acts. */
  private Threads until(int number) {
    AtomicInteger made = new AtomicInteger();
    return (name, work) -> {
      if (made.incrementAndGet() < number) {
        Threads.DAEMONS.start(name, work);
        return;
      }
      try (BufferedReader reader = Scratch.open(ready)) {
        assertThat(reader.readLine()).isEqualTo("ready");
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
      throw new OutOfMemoryError("unable to create native thread");
    };
  }

  /** With a watchdog the first thread is the one that listens to it, before anything is started. */
  @ParameterizedTest
  @CsvSource({
    "WATCHDOG, 2",
    "WATCHDOG, 3",
    "WATCHDOG, 4",
    "IN_PROCESS, 1",
    "IN_PROCESS, 2",
    "IN_PROCESS, 3"
  })
  @DisplayName("A command whose outputs or deadline nobody can mind is gone once that is told")
  void supervised(Supervision supervision, int number) throws IOException {
    Threads threads = until(number);
    CommandSupervisor supervisor =
        supervision == Supervision.WATCHDOG
            ? CommandSupervisor.prepare(scratch.environment(), Path.of("/proc"), threads)
            : CommandSupervisor.withoutWatchdog("as the test wants it", threads);
    assertThatThrownBy(
            () -> supervisor.start(scratch.bash(ACTING), FixedDeadline.far(), Streams.CAPTURED))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(scratch.atWork()).isEmpty();
    supervisor.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @DisplayName("So is a process that was started to be read, or fed")
  void read(int number) throws IOException {
    ProcessRequest request =
        ProcessRequest.of(
                List.of("bash", "-c", ACTING, "test", directory.toString()),
                scratch.environment(),
                directory,
                Duration.ofMinutes(5))
            .withInput("some");
    assertThatThrownBy(() -> new ProcessRunner(until(number)).run(request))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(scratch.atWork()).isEmpty();
  }
}
