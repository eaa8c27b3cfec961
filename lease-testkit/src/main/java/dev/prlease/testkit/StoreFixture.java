package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.LeaseStore;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * A fresh, empty place for slots, made for one test: what a store gives the suites. Only {@link
 * #open} must be written; each further method lets more be shown, and what a store does not offer
 * is skipped and logged.
 */
public interface StoreFixture extends AutoCloseable {
  /** How several openings of a place relate. */
  enum Openings {
    /** Each {@link #open} is an opening of its own of the same slots, as another process has. */
    SHARE_SLOTS,
    /** The place can be opened once. */
    ONE_ONLY
  }

  /** Opens the place. Whoever calls this closes what it gets; the slots stay. */
  LeaseStore open();

  /** Whether the place can be opened again, and while it is open. */
  default Openings openings() {
    return Openings.SHARE_SLOTS;
  }

  /** Reaches the slots past the store, where that is possible. */
  default Optional<RawSlots> raw() {
    return Optional.empty();
  }

  /** Makes slots impossible to read, where that is possible without making them undecodable. */
  default Optional<Obstacle> obstacle() {
    return Optional.empty();
  }

  /** Something in the way. */
  @FunctionalInterface
  interface Obstacle {
    /**
     * Makes the slot of {@code key} impossible to read.
     *
     * @return takes the obstacle away
     */
    Runnable put(LeaseKey key);
  }

  /**
   * An opening of the place whose next exchange has an unknown outcome: the engine may have made it
   * or not, and its answer is lost.
   */
  default Optional<LeaseStore> openLosingNextAnswer() {
    return Optional.empty();
  }

  /**
   * Writes slots as somebody else does, and stops on the way: with the lock of the slot held, and
   * nothing committed. For stores whose writers wait for each other.
   */
  default Optional<Overlap> overlap() {
    return Optional.empty();
  }

  /** Somebody else who writes. */
  @FunctionalInterface
  interface Overlap {
    /**
     * Begins to write the slot of {@code key}, on another connection or in another process: takes
     * the lock that keeps its writers apart, of a row or of a file, and where there are
     * transactions writes without committing.
     *
     * @param next what to write, with its version-1 fields alone, as {@link
     *     RawSlots#writeAsOlderProgram} does; or no record
     */
    UnderWay begin(LeaseKey key, Optional<LeaseRecord> next);

    /** What becomes of an interrupt of a thread that waits for this lock. */
    default Interrupts interrupts() {
      return Interrupts.KEPT;
    }
  }

  /** What becomes of an interrupt that comes while a thread waits inside the store's engine. */
  enum Interrupts {
    /** The wait goes on, and the flag is up afterwards (rule LS-17). */
    KEPT,
    /** The engine ends the wait and forgets the flag, and no store can do anything about it. */
    LOST_BY_THE_ENGINE
  }

  /** A write that was begun, and holds what others wait for. */
  interface UnderWay extends AutoCloseable {
    /** Commits it, and lets go. */
    void commit();

    /** Lets go; what was not committed was never written. */
    @Override
    void close();
  }

  /**
   * What another JVM opens the same place by, {@code scheme:rest}; empty for one that lives in this
   * JVM only.
   */
  default Optional<String> location() {
    return Optional.empty();
  }

  /** Removes the place. */
  @Override
  default void close() throws IOException {}

  /**
   * A place whose every opening is what {@code opener} gives: openings of the same slots. What it
   * throws fails the test.
   */
  static StoreFixture of(Callable<? extends LeaseStore> opener) {
    return () -> {
      try {
        return opener.call();
      } catch (RuntimeException failed) {
        throw failed;
      } catch (Exception failed) {
        throw new IllegalStateException("the store could not be opened", failed);
      }
    };
  }

  /** A place that is one store object, which can be opened once. */
  static StoreFixture single(LeaseStore store) {
    return new StoreFixture() {
      @Override
      public LeaseStore open() {
        return store;
      }

      @Override
      public Openings openings() {
        return Openings.ONE_ONLY;
      }
    };
  }
}
