package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** This side's end of the pipes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchdogChannelTest {
  @TempDir Path directory = Path.of("");

  @Test
  @DisplayName("B11 a watchdog that is stopped, and reads nothing, blocks nobody")
  void nobodyReads() throws Exception {
    Path own = Files.createDirectory(directory.resolve("pipes"));
    WatchdogChannel.PipePair pipes = WatchdogChannel.PipePair.in(own);
    Scratch scratch = new Scratch(own);
    assertThat(scratch.pipe("control")).isEqualTo(pipes.control());
    assertThat(scratch.pipe("status")).isEqualTo(pipes.status());
    WatchdogChannel channel = WatchdogChannel.open(pipes);
    Uptime uptime = new Uptime(Path.of("/proc"));
    for (int i = 0; i < 3_000; i++) {
      channel.until(FixedDeadline.far(), uptime);
    }
    channel.end(Duration.ofSeconds(1));
    channel.finish(Duration.ofSeconds(1));
    assertThat(channel.isGone()).isFalse();
    channel.close();
    assertThat(own).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"5000, 4500", "600, 300", "0, 0"})
  @DisplayName("The watchdog is told a shorter grace: this JVM, which sees more, goes first")
  void secondLine(long grace, String told) throws Exception {
    Path own = Files.createDirectory(directory.resolve("pipes"));
    Scratch scratch = new Scratch(own);
    Path control = scratch.pipe("control");
    scratch.pipe("status");
    WatchdogChannel channel = WatchdogChannel.open(WatchdogChannel.PipePair.in(own));
    channel.until(
        FixedDeadline.in(Duration.ofMinutes(10), Duration.ofMillis(grace)),
        new Uptime(Path.of("/proc")));
    try (BufferedReader lines = Scratch.open(control)) {
      assertThat(lines.readLine()).startsWith("until ").endsWith(" " + told);
    }
    channel.close();
  }

  @Test
  @DisplayName("B12 the names are removed once: later they may be those of another's pipes")
  void removesItsOwnOnly() throws Exception {
    Path own = Files.createDirectory(directory.resolve("pipes"));
    WatchdogChannel.PipePair pipes = WatchdogChannel.PipePair.in(own);
    Scratch scratch = new Scratch(own);
    assertThat(scratch.pipe("control")).isEqualTo(pipes.control());
    assertThat(scratch.pipe("status")).isEqualTo(pipes.status());
    WatchdogChannel channel = WatchdogChannel.open(pipes);
    channel.bothSidesOpen();
    assertThat(own).doesNotExist();

    Files.createDirectory(own);
    Files.createFile(pipes.control());
    Files.createFile(pipes.status());
    channel.bothSidesOpen();
    channel.close();
    assertThat(pipes.control()).exists();
    assertThat(pipes.status()).exists();
  }
}
