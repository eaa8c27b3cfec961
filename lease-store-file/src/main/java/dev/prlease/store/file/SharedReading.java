package dev.prlease.store.file;

import dev.prlease.spi.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads very many things, with the help of the scheduler's threads. Used once.
 *
 * <p><b>Concurrency.</b> The things are cut into pieces. The caller reads them from the front,
 * helpers take one after another from the back, and whoever has read a piece leaves its result in
 * its place. The caller passes over pieces whose result is there, and is done at the end of the
 * last one. It never waits: a piece that a helper is still at it reads itself, so a helper that
 * comes late, hangs or never comes, or whose reading throws, costs one piece's reading, and no
 * more. What is read twice is the same, or as good: a listing is no snapshot.
 */
final class SharedReading<T, R> {
  /** Below this, starting a thread takes longer than it saves. */
  static final int WORTH_IT = 4_000;

  private static final int PIECE = 500;
  private static final int MOST_HELPERS = 3;

  private final List<T> things;
  private final int pieces;
  private final AtomicReferenceArray<List<R>> results;
  private final AtomicInteger takenFromTheBack = new AtomicInteger();

  SharedReading(List<T> things) {
    this.things = things;
    this.pieces = (things.size() + PIECE - 1) / PIECE;
    this.results = new AtomicReferenceArray<>(pieces);
  }

  /** Reads some things. */
  interface Part<T, R> extends Function<List<T>, List<R>> {}

  /**
   * How many helpers are worth it: the caller has a processor of its own, and the disk is one only.
   */
  static int usefulHelpers() {
    return Math.min(MOST_HELPERS, Runtime.getRuntime().availableProcessors() - 1);
  }

  /**
   * Reads all.
   *
   * @param own how this thread reads
   * @param helpers makes how another one does, each for itself
   * @param count how many helpers are asked for
   */
  List<R> read(Part<T, R> own, Supplier<Part<T, R>> helpers, int count, Scheduler scheduler) {
    for (int i = 0; i < count; i++) {
      try {
        scheduler.execute(() -> help(helpers.get()));
      } catch (RuntimeException refused) {
        // One that is closed, or has no room: the caller does it alone.
        break;
      }
    }
    List<R> all = new ArrayList<>(things.size());
    for (int piece = 0; piece < pieces; piece++) {
      List<R> result = results.get(piece);
      if (result == null) {
        result = own.apply(piece(piece));
        results.set(piece, result);
      }
      all.addAll(result);
    }
    return all;
  }

  /** Ends where the caller has been: in front of that everything is read. */
  private void help(Part<T, R> part) {
    for (int piece = fromTheBack(); piece >= 0; piece = fromTheBack()) {
      if (results.get(piece) != null) {
        return;
      }
      results.set(piece, part.apply(piece(piece)));
    }
  }

  private int fromTheBack() {
    return pieces - takenFromTheBack.incrementAndGet();
  }

  private List<T> piece(int number) {
    return things.subList(number * PIECE, Math.min(things.size(), (number + 1) * PIECE));
  }
}
