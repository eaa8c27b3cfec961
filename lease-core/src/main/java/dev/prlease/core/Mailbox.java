package dev.prlease.core;

import org.jspecify.annotations.Nullable;

/**
 * Tells one listener of one thing after another, in order, on a lane: whoever has news never waits
 * for it, and a listener that hangs holds up one thread. Thread-safe.
 */
final class Mailbox {
  /** Whether later news of the same kind makes this one pointless. */
  enum Kind {
    /** It is dropped if it was not yet read when the next one of this kind comes. */
    REPLACEABLE,
    /**
     * It is read, and nothing is taken after it: a renewal may be posted when the end already was.
     */
    LAST
  }

  private static final class Letter {
    final Kind kind;
    final Runnable reading;
    @Nullable Letter next;

    Letter(Kind kind, Runnable reading) {
      this.kind = kind;
      this.reading = reading;
    }
  }

  private final Lane lane;

  // All guarded by this. The letters are a chain of their own, since most mailboxes are empty, and
  // there is one a lease.
  private @Nullable Letter first;
  private boolean underWay;
  private boolean closed;

  Mailbox(Lane lane) {
    this.lane = lane;
  }

  void post(Kind kind, Runnable reading) {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = kind == Kind.LAST;
      append(new Letter(kind, reading));
      if (underWay) {
        return;
      }
      underWay = true;
    }
    lane.submit(this::readNext);
  }

  private void append(Letter letter) {
    Letter beforeLast = null;
    Letter last = first;
    while (last != null && last.next != null) {
      beforeLast = last;
      last = last.next;
    }
    boolean replaces =
        last != null && last.kind == Kind.REPLACEABLE && letter.kind == Kind.REPLACEABLE;
    Letter previous = replaces ? beforeLast : last;
    if (previous == null) {
      first = letter;
    } else {
      previous.next = letter;
    }
  }

  private void readNext() {
    Letter letter;
    synchronized (this) {
      letter = first;
      first = letter == null ? null : letter.next;
    }
    try {
      if (letter != null) {
        letter.reading.run();
      }
    } finally {
      boolean more;
      synchronized (this) {
        more = first != null;
        underWay = more;
      }
      if (more) {
        lane.submit(this::readNext);
      }
    }
  }
}
