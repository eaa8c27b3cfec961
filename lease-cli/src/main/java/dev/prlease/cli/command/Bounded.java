package dev.prlease.cli.command;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
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

  /** What became of some work: another thread writes it once. */
  private static final class Outcome<T> {
    private volatile Optional<Supplier<T>> result = Optional.empty();
  }

  /**
   * What {@code work} returns; empty if it takes longer than {@code limit}, and then it is
   * interrupted. What it throws is thrown.
   */
  <T> Optional<T> call(Duration limit, Supplier<T> work) throws InterruptedException {
    Outcome<T> outcome = new Outcome<>();
    Scheduler.Handle task =
        scheduler.execute(
            () -> {
              try {
                T value = work.get();
                outcome.result = Optional.of(() -> value);
              } catch (RuntimeException failed) {
                outcome.result =
                    Optional.of(
                        () -> {
                          throw failed;
                        });
              }
            });
    long end = clock.ticks() + limit.toNanos();
    try {
      while (outcome.result.isEmpty() && clock.ticks() - end < 0) {
        scheduler.pause(LOOK_EVERY);
      }
      return outcome.result.map(Supplier::get);
    } finally {
      task.cancel();
    }
  }

  /** A time that all of some work has together, from now on. */
  Budget budget(Duration whole) {
    return new Budget(this, clock.ticks() + whole.toNanos());
  }

  /**
   * What is left of a time.
   *
   * @param end by the clock's ticks
   */
  record Budget(Bounded bounded, long end) {
    /**
     * What {@code work} returns; empty if it takes longer than {@code most}, or than what is left.
     * If nothing is, it is not begun.
     */
    <T> Optional<T> call(Duration most, Supplier<T> work) throws InterruptedException {
      Duration left = Duration.ofNanos(end - bounded.clock.ticks());
      return left.isNegative() || left.isZero()
          ? Optional.empty()
          : bounded.call(left.compareTo(most) < 0 ? left : most, work);
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
