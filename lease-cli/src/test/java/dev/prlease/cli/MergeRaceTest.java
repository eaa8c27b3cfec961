package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.MergeRace.Result;
import dev.prlease.cli.MergeStory.Deed;
import dev.prlease.cli.MergeStory.HeldUp;
import dev.prlease.cli.MergeStory.Waiting;
import dev.prlease.cli.MergeStory.What;
import dev.prlease.cli.MergeStory.Who;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes at one pull request; a hundred random ones are a part of {@code bin/soak}. They are
 * run side by side, since each waits for a TTL most of its time.
 */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MergeRaceTest {
  private final ExecutorService sideBySide = Executors.newCachedThreadPool();
  private final long seed = new Random().nextLong();
  private Future<Result> standsDown;
  private Future<Result> killed;
  private Future<Result> stopped;
  private Future<Result> random;

  MergeRaceTest() {}

  @BeforeAll
  void start(@TempDir Path top) throws IOException {
    // What hangs is there for the second to come to.
    standsDown =
        race(
            Files.createDirectory(top.resolve("stands-down")),
            MergeStory.quiet(MergeStory.MERGES, Waiting.STANDS_DOWN)
                .with(Deed.of(Who.FIRST, MergeStory.MERGES, 1, What.HANG)));
    killed =
        race(
            Files.createDirectory(top.resolve("killed")),
            MergeStory.quiet(MergeStory.LOOK, Waiting.WAITS)
                .with(new Deed(Who.FIRST, MergeStory.BEGINS, 1, What.KILL, HeldUp.YES)));
    stopped =
        race(
            Files.createDirectory(top.resolve("stopped")),
            MergeStory.quiet(MergeStory.LOOK, Waiting.WAITS)
                .with(new Deed(Who.FIRST, MergeStory.BEGINS, 1, What.PAUSE, HeldUp.YES)));
    random =
        race(Files.createDirectory(top.resolve("random")), MergeStory.random(new Random(seed)));
  }

  @AfterAll
  void end() {
    sideBySide.shutdownNow();
  }

  private Future<Result> race(Path top, MergeStory story) {
    return sideBySide.submit(
        () -> {
          try (MergeRace race = new MergeRace(top, story)) {
            return race.run();
          }
        });
  }

  @Test
  @DisplayName("L54: one merges, and the other, which came while it did, stands down with 75")
  void standsDown() throws Exception {
    Result result = standsDown.get();
    assertThat(result.code(Who.FIRST)).isEqualTo(ExitCode.DONE);
    assertThat(result.code(Who.SECOND)).isEqualTo(ExitCode.HELD);
    assertThat(result.figures()).containsEntry("merge calls", 1);
  }

  @Test
  @DisplayName("Killed with -9 in the middle of its merge: after the TTL the second one merges")
  void killed() throws Exception {
    Result result = killed.get();
    assertThat(result.code(Who.FIRST)).isEqualTo(137);
    assertThat(result.code(Who.SECOND)).isEqualTo(ExitCode.DONE);
    assertThat(result.figures())
        .containsEntry("merge calls", 1)
        .containsEntry("merged by the second", 1);
  }

  @Test
  @DisplayName("Stopped for longer than the TTL: its gh is ended, and the second one merges")
  void stopped() throws Exception {
    Result result = stopped.get();
    // Lost; or what it finds when it goes on is what it was to do, done by the other.
    assertThat(result.code(Who.FIRST)).isIn(ExitCode.DONE, ExitCode.NOT_OWNER, ExitCode.EXPIRED);
    assertThat(result.code(Who.SECOND)).isEqualTo(ExitCode.DONE);
    assertThat(result.figures())
        .containsEntry("merge calls", 1)
        .containsEntry("merged by the second", 1);
  }

  @Test
  @DisplayName("A random one")
  void random() throws Exception {
    try {
      var unused = random.get();
    } catch (ExecutionException failed) {
      throw new AssertionError("seed " + seed, failed.getCause());
    }
  }
}
