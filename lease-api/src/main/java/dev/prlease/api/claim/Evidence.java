package dev.prlease.api.claim;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One piece of evidence about a claim, with who was asked and when. Only {@link Known} is an
 * answer: what is unknown or contradictory is never taken for a yes, nor for a no.
 *
 * @param <T> what is known
 */
public sealed interface Evidence<T> {
  /** Who was asked: a program, a file, a forge. */
  String source();

  /** When it was asked, on the clock of the one who asks. */
  Instant at();

  /** What is known; empty if that is nothing. */
  Optional<T> value();

  /** For people: what is known, or why nothing is. */
  String describe();

  /**
   * It is known.
   *
   * @param found what
   */
  record Known<T>(T found, String source, Instant at) implements Evidence<T> {
    /** Refuses null. */
    public Known {
      Objects.requireNonNull(found, "found");
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(at, "at");
    }

    @Override
    public Optional<T> value() {
      return Optional.of(found);
    }

    @Override
    public String describe() {
      return found instanceof Optional<?> some
          ? some.map(Object::toString).orElse("none")
          : found.toString();
    }
  }

  /**
   * It could not be found out.
   *
   * @param why one clause for people
   */
  record Unknown<T>(String why, String source, Instant at) implements Evidence<T> {
    /** Refuses null. */
    public Unknown {
      Objects.requireNonNull(why, "why");
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(at, "at");
    }

    @Override
    public Optional<T> value() {
      return Optional.empty();
    }

    @Override
    public String describe() {
      return "unknown: " + why;
    }
  }

  /**
   * Two answers that cannot both be right.
   *
   * @param what one clause for people that names both
   */
  record Contradictory<T>(String what, String source, Instant at) implements Evidence<T> {
    /** Refuses null. */
    public Contradictory {
      Objects.requireNonNull(what, "what");
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(at, "at");
    }

    @Override
    public Optional<T> value() {
      return Optional.empty();
    }

    @Override
    public String describe() {
      return "contradictory: " + what;
    }
  }
}
