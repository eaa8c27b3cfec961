package dev.prlease.testkit;

import java.time.Duration;
import java.util.function.Supplier;

/** What goes wrong with one call of a {@link FaultyLeaseStore}. */
public sealed interface Fault {
  /** Nothing goes wrong. */
  record None() implements Fault {}

  /** The store fails before anything is sent, and says that nothing was written. */
  record FailBefore() implements Fault {}

  /** The request is lost on its way: nothing is written, and the caller cannot know. */
  record LoseRequest() implements Fault {}

  /** The exchange is made, and its answer is lost: the caller cannot know. */
  record LoseAnswer() implements Fault {}

  /**
   * The caller is told that the outcome is unknown, and the exchange reaches the store only {@code
   * after} that, within the store's late-write bound.
   */
  record LandLate(Duration after) implements Fault {}

  /** The call waits before it is made. */
  record DelayBefore(Duration by) implements Fault {}

  /** The call is made, and its answer waits. */
  record DelayAfter(Duration by) implements Fault {}

  /** The store throws something of its own before anything is sent. */
  record Throw(Supplier<? extends RuntimeException> error) implements Fault {}

  /** Something else happens right before the call is made: another session's act. */
  record First(Runnable act) implements Fault {}

  /** Something else happens right after the call is made, before its answer arrives. */
  record Then(Runnable act) implements Fault {}

  /** {@link None}. */
  static Fault none() {
    return new None();
  }

  /** {@link FailBefore}. */
  static Fault failBefore() {
    return new FailBefore();
  }

  /** {@link LoseRequest}. */
  static Fault loseRequest() {
    return new LoseRequest();
  }

  /** {@link LoseAnswer}. */
  static Fault loseAnswer() {
    return new LoseAnswer();
  }

  /** {@link LandLate}. */
  static Fault landLate(Duration after) {
    return new LandLate(after);
  }

  /** {@link DelayBefore}. */
  static Fault delayBefore(Duration by) {
    return new DelayBefore(by);
  }

  /** {@link DelayAfter}. */
  static Fault delayAfter(Duration by) {
    return new DelayAfter(by);
  }

  /** {@link Throw}. */
  static Fault throwing(Supplier<? extends RuntimeException> error) {
    return new Throw(error);
  }

  /** {@link First}. */
  static Fault first(Runnable act) {
    return new First(act);
  }

  /** {@link Then}. */
  static Fault then(Runnable act) {
    return new Then(act);
  }
}
