package dev.prlease.testkit.race;

import dev.prlease.api.SessionId;
import dev.prlease.testkit.race.History.Answer;
import dev.prlease.testkit.race.History.Call;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A depth-first search for the order (Wing and Gong), which remembers where it has been (Lowe). At
 * any point only calls that began before the first end of those that are left may come next, so as
 * many as there are threads.
 *
 * <p>Of those, a call that fits and changes nothing (a refusal, an assertion, a grant of what the
 * session has) is taken at once and never taken back: whatever order there is with that call later,
 * there is one with it now, since the others find the lease as they would have. So the search forks
 * at grants and releases only, and a history of many processes is as quick as one of few.
 */
final class Linearization {
  private static final int SHOWN_BEFORE = 5;
  private static final int SHOWN_NEXT = 5;

  /** All calls before {@code first} are placed, and those {@code beyond} it. */
  private record Place(int first, Set<Integer> beyond, Optional<SessionId> owner) {
    boolean has(int call) {
      return call < first || beyond.contains(call);
    }
  }

  /** How a call was taken. */
  private enum Choice {
    ONE_OF_SEVERAL,
    ONLY
  }

  private record Step(Place from, int call, Choice choice) {}

  private final List<Call> calls;
  private final Set<Place> been = new HashSet<>();
  private final List<Step> path = new ArrayList<>();
  private Place here = new Place(0, Set.of(), Optional.empty());

  private int best;
  private Place bestPlace = here;
  private List<Integer> beforeBest = List.of();

  /** Of calls in the order in which they began. */
  Linearization(List<Call> calls) {
    this.calls = calls;
  }

  /** Demands that there is one. */
  void demand() {
    int from = 0;
    while (path.size() < calls.size()) {
      if (stepForward(from)) {
        from = 0;
      } else if (path.isEmpty()) {
        throw new AssertionError(failure());
      } else {
        Step last = path.remove(path.size() - 1);
        here = last.from();
        from = last.choice() == Choice.ONLY ? calls.size() : last.call() + 1;
      }
    }
  }

  /** Takes a call that may come next, of those from {@code from} on. */
  private boolean stepForward(int from) {
    List<Integer> next = candidates(from);
    if (from == 0) {
      for (int call : next) {
        if (explains(calls.get(call)) && changesNothing(calls.get(call))) {
          return take(call, Choice.ONLY);
        }
      }
    }
    for (int call : next) {
      if (explains(calls.get(call)) && take(call, Choice.ONE_OF_SEVERAL)) {
        return true;
      }
    }
    return false;
  }

  /** Those that are left and began before any of those had ended. */
  private List<Integer> candidates(int from) {
    long firstEnd = Long.MAX_VALUE;
    for (int i = here.first(); i < calls.size() && calls.get(i).began() <= firstEnd; i++) {
      if (!here.has(i)) {
        firstEnd = Math.min(firstEnd, calls.get(i).ended());
      }
    }
    List<Integer> found = new ArrayList<>();
    for (int i = Math.max(from, here.first()); i < calls.size(); i++) {
      if (calls.get(i).began() > firstEnd) {
        break;
      }
      if (!here.has(i)) {
        found.add(i);
      }
    }
    return found;
  }

  private boolean take(int call, Choice choice) {
    Place next = after(call);
    if (!been.add(next)) {
      return false;
    }
    path.add(new Step(here, call, choice));
    here = next;
    if (path.size() > best) {
      best = path.size();
      bestPlace = here;
      beforeBest =
          path.subList(Math.max(0, best - SHOWN_BEFORE), best).stream().map(Step::call).toList();
    }
    return true;
  }

  private boolean explains(Call call) {
    Optional<SessionId> owner = here.owner();
    return switch (call.answer()) {
      case GRANTED -> owner.map(call.session()::equals).orElse(true);
      case OWNED, RELEASED -> owner.map(call.session()::equals).orElse(false);
      case HELD ->
          owner.isPresent()
              && !owner.get().equals(call.session())
              && call.owner().map(owner.get()::equals).orElse(true);
    };
  }

  /** Of a call that fits. */
  private boolean changesNothing(Call call) {
    return switch (call.answer()) {
      case HELD, OWNED -> true;
      case GRANTED -> here.owner().isPresent();
      case RELEASED -> false;
    };
  }

  private Place after(int index) {
    Call call = calls.get(index);
    Set<Integer> beyond = new HashSet<>(here.beyond());
    beyond.add(index);
    int first = here.first();
    while (beyond.remove(first)) {
      first++;
    }
    Optional<SessionId> owner =
        switch (call.answer()) {
          case GRANTED -> Optional.of(call.session());
          case RELEASED -> Optional.empty();
          case HELD, OWNED -> here.owner();
        };
    return new Place(first, beyond, owner);
  }

  private String failure() {
    here = bestPlace;
    List<Integer> next = candidates(0);
    List<Integer> shown = next.subList(0, Math.min(SHOWN_NEXT, next.size()));
    long start = Long.MAX_VALUE;
    for (int call : beforeBest) {
      start = Math.min(start, calls.get(call).began());
    }
    for (int call : shown) {
      start = Math.min(start, calls.get(call).began());
    }
    StringBuilder text = new StringBuilder("no order of these calls is one lease's: after ");
    text.append(best).append(" of ").append(calls.size()).append(" calls nothing fits");
    append(text, beforeBest, start);
    text.append("\nthen the lease is ")
        .append(bestPlace.owner().map(owner -> owner + "'s").orElse("free"))
        .append(", and none of these can come next:");
    append(text, shown, start);
    if (next.size() > shown.size()) {
      text.append("\n  and ").append(next.size() - shown.size()).append(" more");
    }
    return text.toString();
  }

  private void append(StringBuilder text, List<Integer> some, long start) {
    for (int index : some) {
      Call call = calls.get(index);
      text.append("\n  ").append(index + 1).append(". ").append(call.session()).append(": ");
      text.append(words(call.answer()));
      call.owner().ifPresent(owner -> text.append(" by ").append(owner));
      text.append(" (from ")
          .append((call.began() - start) / 1_000)
          .append(" to ")
          .append((call.ended() - start) / 1_000)
          .append(" us)");
    }
  }

  private static String words(Answer answer) {
    return answer.name().toLowerCase(Locale.ROOT);
  }
}
