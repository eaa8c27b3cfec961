package dev.prlease.testkit.race;

import dev.prlease.api.SessionId;
import dev.prlease.spi.Clock;
import dev.prlease.spi.SystemClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What threads and processes asked of one key and were answered, and whether one lease can have
 * given these answers: is there an order, in which nothing comes before what had ended when it
 * began, that a lease explains?
 *
 * <p>Times are ticks of the machine's monotonic clock, which all processes of one host share. Safe
 * for use by several threads at once while it is recorded.
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
   * @param began before the call, in ticks: nanoseconds
   * @param ended after it
   */
  public record Call(
      SessionId session, Answer answer, Optional<SessionId> owner, long began, long ended) {
    private static final String NOBODY = "-";

    /** The call as five words, for another process; sessions must have no space in their ids. */
    public String text() {
      return session.value()
          + ' '
          + answer
          + ' '
          + owner.map(SessionId::value).orElse(NOBODY)
          + ' '
          + began
          + ' '
          + ended;
    }

    /** What {@link #text} wrote. */
    public static Call parse(String text) {
      String[] words = text.split(" ", -1);
      return new Call(
          SessionId.of(words[0]),
          Answer.valueOf(words[1]),
          words[2].equals(NOBODY) ? Optional.empty() : Optional.of(SessionId.of(words[2])),
          Long.parseLong(words[3]),
          Long.parseLong(words[4]));
    }

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
    add(done);
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

  /** What was taken down so far, in no particular order. */
  public List<Call> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  /**
   * Demands that one lease explains the history.
   *
   * @throws AssertionError telling in a dozen lines up to where it does, and who was answered what
   *     then
   */
  public void assertLinearizable() {
    List<Call> inOrder = new ArrayList<>(calls());
    inOrder.sort(Comparator.comparingLong(Call::began));
    new Linearization(inOrder).demand();
  }
}
