package dev.prlease.testkit;

import java.util.List;
import java.util.Random;

/** Decides what goes wrong with each call of a {@link FaultyLeaseStore}. */
@FunctionalInterface
public interface FaultPlan {
  /** The fault of {@code call}; called once a call, in the order of their numbers. */
  Fault faultFor(StoreCall call);

  /** Nothing ever goes wrong. */
  static FaultPlan none() {
    return call -> Fault.none();
  }

  /**
   * Each call suffers one of {@code faults} with a probability of {@code rate}; the same seed gives
   * the same faults. {@code toString} tells the seed.
   */
  static FaultPlan random(long seed, double rate, List<Fault> faults) {
    Random random = new Random(seed);
    List<Fault> choice = List.copyOf(faults);
    return new FaultPlan() {
      @Override
      public Fault faultFor(StoreCall call) {
        return random.nextDouble() < rate
            ? choice.get(random.nextInt(choice.size()))
            : Fault.none();
      }

      @Override
      public String toString() {
        return "random faults, seed " + seed + ", rate " + rate;
      }
    };
  }
}
