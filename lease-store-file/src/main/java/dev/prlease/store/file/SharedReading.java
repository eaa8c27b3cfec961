package dev.prlease.store.file;

import dev.prlease.spi.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads very many things, with the help of the scheduler's threads. Used once, by one thread.
 *
 * <p><b>Concurrency.</b> The things come one by one and are cut into pieces. Once there are so many
 * that it is worth it, helpers take one piece after another from the front while more are still
 * coming. When all have come, the caller reads too, from the back. Whoever has read a piece leaves
 * its result in it. The caller passes over pieces whose result is there, and is done at the first
 * one. It never waits: a piece that a helper is still at it reads itself, so a helper that comes
 * late, hangs or never comes, or whose reading throws, costs one piece's reading, and no more. What
 * is read twice is the same, or as good: a listing is no snapshot.
 *
 * <p>A helper that has overtaken what comes ends, and one is asked for again with the next piece.
 */
final class SharedReading<T, R> {
  /** Below this, starting a thread takes longer than it saves. */
  static final int WORTH_IT = 4_000;

  private static final int PIECE = 500;
  private static final int MOST_HELPERS = 3;

  private final Part<T, R> own;
  private final Part<T, R> helpers;
  private final Scheduler scheduler;
  private final List<Piece<T, R>> pieces = new ArrayList<>();
  private final Queue<Piece<T, R>> forHelpers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger missingHelpers;
  private List<T> coming = new ArrayList<>();
  private int added;
  private boolean isRefused;

  /**
   * Nothing is read yet.
   *
   * @param own how this thread reads
   * @param helpers how others do, several at a time
   * @param mostHelpers how many are asked for at a time
   */
  SharedReading(Part<T, R> own, Part<T, R> helpers, int mostHelpers, Scheduler scheduler) {
    this.own = own;
    this.helpers = helpers;
    this.missingHelpers = new AtomicInteger(mostHelpers);
    this.scheduler = scheduler;
  }

  /** Reads some things. */
  interface Part<T, R> extends Function<List<T>, List<R>> {}

  /** Things, and what was read of them. */
  private static final class Piece<T, R> {
    private final List<T> things;
    private volatile @Nullable List<R> result;

    Piece(List<T> things) {
      this.things = things;
    }

    boolean isRead() {
      return result != null;
    }

    /** What is there, or what {@code part} reads. */
    List<R> read(Part<T, R> part) {
      List<R> known = result;
      if (known == null) {
        known = part.apply(things);
        result = known;
      }
      return known;
    }
  }

  /**
   * How many helpers are worth it: the caller has a processor of its own, and the disk is one only.
   */
  static int usefulHelpers() {
    return Math.min(MOST_HELPERS, Runtime.getRuntime().availableProcessors() - 1);
  }

  /** Adds what is to be read. */
  void add(T thing) {
    coming.add(thing);
    added++;
    if (coming.size() == PIECE) {
      cut();
    }
  }

  /** Reads what was added, and returns what was read in the order in which it was added. */
  List<R> read() {
    if (!coming.isEmpty()) {
      cut();
    }
    for (int i = pieces.size() - 1; i >= 0; i--) {
      pieces.get(i).read(own);
    }
    List<R> all = new ArrayList<>();
    for (Piece<T, R> piece : pieces) {
      all.addAll(piece.read(own));
    }
    return all;
  }

  private void cut() {
    Piece<T, R> piece = new Piece<>(coming);
    coming = new ArrayList<>();
    pieces.add(piece);
    forHelpers.add(piece);
    if (added >= WORTH_IT) {
      askForHelpers();
    }
  }

  private void askForHelpers() {
    // As many as are missing now: one that comes and ends at once is asked for again next time.
    for (int missing = missingHelpers.get(); missing > 0 && !isRefused; missing--) {
      missingHelpers.decrementAndGet();
      try {
        scheduler.execute(this::help);
      } catch (RuntimeException refused) {
        // One that is closed, or has no room: the caller does it alone.
        isRefused = true;
      }
    }
  }

  /** One whose reading throws is not missed: another one would fare no better. */
  private void help() {
    for (Piece<T, R> piece = forHelpers.poll(); piece != null; piece = forHelpers.poll()) {
      if (piece.isRead()) {
        // By the caller, and so are all that come behind it.
        return;
      }
      piece.read(helpers);
    }
    missingHelpers.incrementAndGet();
  }
}
