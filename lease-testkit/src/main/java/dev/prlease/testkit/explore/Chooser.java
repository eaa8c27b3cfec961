package dev.prlease.testkit.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Decides who goes next, and remembers what it decided: as many numbers as there were choices
 * between two or more.
 */
final class Chooser {
  private final List<Integer> plan;
  private final Random random;
  private final boolean followsPlanOnly;
  private final List<Integer> taken = new ArrayList<>();
  private final List<Integer> options = new ArrayList<>();

  private Chooser(List<Integer> plan, Random random, boolean followsPlanOnly) {
    this.plan = plan;
    this.random = random;
    this.followsPlanOnly = followsPlanOnly;
  }

  /** Follows {@code plan}, then always takes the first option. */
  static Chooser following(List<Integer> plan) {
    return new Chooser(plan, new Random(0), true);
  }

  /** Takes any option. */
  static Chooser random(long seed) {
    return new Chooser(List.of(), new Random(seed), false);
  }

  int choose(int count) {
    if (count == 1) {
      return 0;
    }
    int position = taken.size();
    int choice;
    if (position < plan.size()) {
      choice = Math.floorMod(plan.get(position), count);
    } else {
      choice = followsPlanOnly ? 0 : random.nextInt(count);
    }
    taken.add(choice);
    options.add(count);
    return choice;
  }

  /** The schedule that was taken, for {@link Explorer#replay}. */
  String text() {
    return taken.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  /** The plan after this one in the order of a depth-first search; empty when there is none. */
  List<Integer> next() {
    int last = taken.size() - 1;
    while (last >= 0 && taken.get(last) + 1 >= options.get(last)) {
      last--;
    }
    if (last < 0) {
      return List.of();
    }
    List<Integer> following = new ArrayList<>(taken.subList(0, last));
    following.add(taken.get(last) + 1);
    return following;
  }
}
