package dev.prlease.cli.command;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Work that must not keep its caller waiting, whatever it waits for itself. */
final class Bounded {
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  /** Whoever calls a hook writes at once. */
  private static final Duration READING = Duration.ofSeconds(5);

  /** A push of a hundred thousand references is shorter. */
  private static final int MOST_BYTES = 16 << 20;

  private final Scheduler scheduler;
  private final Clock clock;

  Bounded(Scheduler scheduler, Clock clock) {
    this.scheduler = scheduler;
    this.clock = clock;
  }

  /**
   * What {@code work} returns; empty if it takes longer than {@code limit}, and then it is
   * interrupted. What it throws is thrown.
   */
  <T> Optional<T> call(Duration limit, Supplier<T> work) throws InterruptedException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Scheduler.Handle task =
        scheduler.execute(
            () -> {
              try {
                result.complete(work.get());
              } catch (RuntimeException | Error failed) {
                result.completeExceptionally(failed);
              }
            });
    long end = clock.ticks() + limit.toNanos();
    try {
      while (!result.isDone() && clock.ticks() - end < 0) {
        scheduler.pause(LOOK_EVERY);
      }
      return result.isDone() ? Optional.of(result.join()) : Optional.empty();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    } finally {
      task.cancel();
    }
  }

  /** All that {@code in} has; nothing if that does not come in time. */
  String read(InputStream in) throws InterruptedException {
    return call(READING, () -> readAll(in)).orElse("");
  }

  /** In pieces: asking a pipe for many bytes at once makes some JDKs look for its length. */
  private static String readAll(InputStream in) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[1 << 14];
    try {
      for (int count = in.read(piece);
          count >= 0 && all.size() < MOST_BYTES;
          count = in.read(piece)) {
        all.write(piece, 0, count);
      }
    } catch (IOException closed) {
      // What came before is all that there is.
    }
    return all.toString(StandardCharsets.UTF_8);
  }
}
