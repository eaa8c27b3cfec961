package dev.prlease.api;

import java.time.Instant;

/**
 * The fencing token: it numbers the holdings of a slot, and each new holding's is greater than all
 * before.
 *
 * <p>A new holding's fence is {@code max(slot's fence + 1, epoch milliseconds × 1000)}: it grows
 * while the slot lives, and still grows after the slot was deleted or an older program dropped it,
 * unless the clock went back.
 *
 * @param value 0 for none, else 1 to {@link #MAX_VALUE}
 */
public record Fence(long value) implements Comparable<Fence> {
  /** 2^53: the largest whole number that every JSON reader keeps exact. */
  public static final long MAX_VALUE = 1L << 53;

  /** No fence: a slot never written, or written by a program that knows none. */
  public static final Fence NONE = new Fence(0);

  private static final long PER_MILLISECOND = 1000;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if {@code value} is outside 0 to {@link #MAX_VALUE}
   */
  public Fence {
    if (value < 0 || value > MAX_VALUE) {
      throw new IllegalArgumentException("fence must be 0 to 2^53, not " + value);
    }
  }

  /** A fence found in a slot: what is out of range counts as none. */
  public static Fence lenient(long value) {
    return value <= 0 || value > MAX_VALUE ? NONE : new Fence(value);
  }

  /** The least fence that a holding started at {@code time} may have. */
  public static Fence at(Instant time) {
    long limit = MAX_VALUE / PER_MILLISECOND;
    return new Fence(Math.max(1, Math.min(time.toEpochMilli(), limit) * PER_MILLISECOND));
  }

  /**
   * The fence of the next holding in a slot that has this one: {@code max(this + 1, proposed)}.
   * Nothing follows the largest, which no clock reaches before the year 2255: it counts as none, so
   * that a forged one blocks nobody.
   */
  public Fence nextAtLeast(Fence proposed) {
    return value >= MAX_VALUE ? proposed : new Fence(Math.max(value + 1, proposed.value));
  }

  /** The greater of two. */
  public Fence max(Fence other) {
    return value >= other.value ? this : other;
  }

  /** Whether there is one. */
  public boolean isPresent() {
    return value > 0;
  }

  @Override
  public int compareTo(Fence other) {
    return Long.compare(value, other.value);
  }

  // Written out as in SessionId, for the same reason.
  @Override
  public boolean equals(Object other) {
    return other instanceof Fence that && value == that.value;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(value);
  }

  @Override
  public String toString() {
    return isPresent() ? Long.toString(value) : "none";
  }
}
