package dev.prlease.gate.watch;

import dev.prlease.api.forge.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * How the checks stand that count.
 *
 * @param passed those that passed
 * @param pending those that have not ended
 * @param failed those that failed, and those that say what nobody knows: never a pass (lesson L13)
 */
public record Tally(List<Check> passed, List<Check> pending, List<Check> failed) {
  /** Copies the lists. */
  public Tally {
    passed = List.copyOf(passed);
    pending = List.copyOf(pending);
    failed = List.copyOf(failed);
  }

  /** Counts {@code checks}, or the required ones among them. */
  public static Tally of(List<Check> checks, WatchOptions.Certification certification) {
    List<Check> passed = new ArrayList<>();
    List<Check> pending = new ArrayList<>();
    List<Check> failed = new ArrayList<>();
    for (Check check : checks) {
      boolean counts =
          switch (certification) {
            case ALL_CHECKS -> true;
            case REQUIRED_CHECKS -> check.necessity() == Check.Necessity.REQUIRED;
            case AS_IT_IS -> false;
          };
      if (counts) {
        switch (check.verdict()) {
          case PASSED -> passed.add(check);
          case PENDING -> pending.add(check);
          case FAILED, UNKNOWN -> failed.add(check);
        }
      }
    }
    return new Tally(passed, pending, failed);
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return passed.isEmpty() && pending.isEmpty() && failed.isEmpty();
  }
}
