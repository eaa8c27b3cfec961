package dev.prlease.testkit.race;

import dev.prlease.api.SessionId;
import dev.prlease.spi.Clock;
import dev.prlease.spi.SystemClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What threads asked of one key and were answered, and whether one lease can have given these
 * answers: is there an order, in which nothing comes before what had ended when it began, that a
 * lease explains?
 *
 * <p>Safe for use by several threads at once while it is recorded.
 */
public final class History {
  /** What was answered. */
  public enum Answer {
    /** The session was granted the lease. */
    GRANTED,
    /** Somebody else held it. */
    HELD,
    /** The session's ownership was asserted. */
    OWNED,
    /** The session gave the lease back. */
    RELEASED
  }

  /**
   * One call and its answer.
   *
   * @param session who asked
   * @param answer what it was answered
   * @param owner whom it was told to stand down from
   * @param began before the call, in ticks
   * @param ended after it
   */
  public record Call(
      SessionId session, Answer answer, Optional<SessionId> owner, long began, long ended) {
    @Override
    public String toString() {
      return session + " " + answer + owner.map(each -> " by " + each).orElse("");
    }
  }

  private final Clock clock = new SystemClock();
  private final List<Call> calls = new ArrayList<>();

  /** An empty history. */
  public History() {}

  /** Takes down what {@code call} answers. */
  public Call record(SessionId session, Supplier<Told> call) {
    long began = clock.ticks();
    Told told = call.get();
    long ended = clock.ticks();
    Call done = new Call(session, told.answer(), told.owner(), began, ended);
    synchronized (calls) {
      calls.add(done);
    }
    return done;
  }

  /** An answer, and whom it names. */
  public record Told(Answer answer, Optional<SessionId> owner) {
    /** An answer that names nobody. */
    public static Told of(Answer answer) {
      return new Told(answer, Optional.empty());
    }
  }

  /** Takes down a call that somebody else timed. */
  public void add(Call call) {
    synchronized (calls) {
      calls.add(call);
    }
  }

  /**
   * Demands that one lease explains the history.
   *
   * @throws AssertionError telling up to where it does
   */
  public void assertLinearizable() {
    List<Call> inOrder;
    synchronized (calls) {
      inOrder = new ArrayList<>(calls);
    }
    inOrder.sort(Comparator.comparingLong(Call::began));
    new Search(inOrder).run();
  }

  /**
   * A depth-first search for the order (Wing and Gong), which remembers where it has been (Lowe).
   * At any point only calls that began before the first end of those that are left may come next,
   * so as many as there are threads.
   */
  private static final class Search {
    /** All calls before {@code first} are placed, and those {@code beyond} it. */
    private record Place(int first, Set<Integer> beyond, Optional<SessionId> owner) {
      boolean has(int call) {
        return call < first || beyond.contains(call);
      }
    }

    private record Step(Place from, int call) {}

    private final List<Call> calls;
    private final Set<Place> been = new HashSet<>();
    private final List<Step> path = new ArrayList<>();
    private Place here = new Place(0, Set.of(), Optional.empty());
    private int best;

    Search(List<Call> calls) {
      this.calls = calls;
    }

    void run() {
      int from = 0;
      while (path.size() < calls.size()) {
        if (stepForward(from)) {
          from = 0;
        } else if (path.isEmpty()) {
          fail();
        } else {
          Step last = path.remove(path.size() - 1);
          here = last.from();
          from = last.call() + 1;
        }
      }
    }

    /** Takes the first call that may come next, of those from {@code from} on. */
    private boolean stepForward(int from) {
      long firstEnd = firstEndOfThoseLeft();
      for (int i = Math.max(from, here.first()); i < calls.size(); i++) {
        Call call = calls.get(i);
        if (call.began() > firstEnd) {
          return false;
        }
        if (!here.has(i) && explains(call)) {
          Place next = after(i);
          if (been.add(next)) {
            path.add(new Step(here, i));
            here = next;
            best = Math.max(best, path.size());
            return true;
          }
        }
      }
      return false;
    }

    private long firstEndOfThoseLeft() {
      long firstEnd = Long.MAX_VALUE;
      for (int i = here.first(); i < calls.size() && calls.get(i).began() <= firstEnd; i++) {
        if (!here.has(i)) {
          firstEnd = Math.min(firstEnd, calls.get(i).ended());
        }
      }
      return firstEnd;
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

    private void fail() {
      int from = Math.max(0, best - 6);
      List<Call> around = calls.subList(from, Math.min(calls.size(), best + 6));
      throw new AssertionError(
          "no order of these calls is one lease's: after "
              + best
              + " of "
              + calls.size()
              + " calls nothing fits; around there: "
              + around);
    }
  }
}
