package dev.prlease.core;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tells one listener of one thing after another, in order, on a lane: whoever has news never waits
 * for it. Thread-safe.
 */
final class Mailbox {
  /** Whether later news of the same kind makes this one pointless. */
  enum Kind {
    /** It is dropped if it was not yet read when the next one of this kind comes. */
    REPLACEABLE,
    /** It is read in any case. */
    LASTING
  }

  private record Letter(Kind kind, Runnable reading) {}

  private final Lane lane;
  private final Deque<Letter> letters = new ArrayDeque<>(2); // guarded by this
  private boolean underWay; // guarded by this

  Mailbox(Lane lane) {
    this.lane = lane;
  }

  void post(Kind kind, Runnable reading) {
    synchronized (this) {
      Letter last = letters.peekLast();
      if (kind == Kind.REPLACEABLE && last != null && last.kind() == Kind.REPLACEABLE) {
        letters.removeLast();
      }
      letters.add(new Letter(kind, reading));
      if (underWay) {
        return;
      }
      underWay = true;
    }
    lane.submit(this::readNext);
  }

  private void readNext() {
    Letter letter;
    synchronized (this) {
      letter = letters.poll();
    }
    try {
      if (letter != null) {
        letter.reading().run();
      }
    } finally {
      boolean more;
      synchronized (this) {
        more = !letters.isEmpty();
        underWay = more;
      }
      if (more) {
        lane.submit(this::readNext);
      }
    }
  }
}
