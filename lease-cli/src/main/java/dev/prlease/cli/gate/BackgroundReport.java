package dev.prlease.cli.gate;

import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells on a thread of its own, in order, so that a reader who stops reading stops nothing else: a
 * watch that waited for a pager would look at nothing any more, while the lease is kept for it.
 *
 * <p>What nobody reads is kept up to a bound; then the oldest looks are left out, and that is told.
 * The end is waited for as long as the reader takes something now and then.
 */
final class BackgroundReport implements Report {
  /** Hours of looks, and little memory. */
  private static final int MOST_WAITING = 1_000;

  /** A reader who takes nothing for so long is not waited for. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The same, once somebody wants this to be over. */
  private static final Duration INTERRUPTED_PATIENCE = Duration.ofSeconds(1);

  private static final Duration LOOK_EVERY = Duration.ofMillis(10);

  private final Report report;
  private final Scheduler scheduler;
  private final Clock clock;
  private final Runnable gaveUp;
  private final Deque<Word> waiting = new ArrayDeque<>(); // guarded by this
  private boolean busy; // guarded by this
  private long told; // guarded by this
  private int leftOut; // guarded by this

  /** Something to tell. */
  private sealed interface Word {
    /** What happened. */
    record Happened(WatchEvent event) implements Word {}

    /** How it ended. */
    record Ended(WatchResult result) implements Word {}
  }

  /**
   * Tells {@code report}, which nobody else is to tell anything.
   *
   * @param gaveUp called when the reader is not waited for any longer
   */
  BackgroundReport(Report report, Scheduler scheduler, Clock clock, Runnable gaveUp) {
    this.report = report;
    this.scheduler = scheduler;
    this.clock = clock;
    this.gaveUp = gaveUp;
  }

  @Override
  public void accept(WatchEvent event) {
    say(new Word.Happened(event));
  }

  @Override
  public void end(WatchResult result) {
    say(new Word.Ended(result));
    close();
  }

  private synchronized void say(Word word) {
    if (isOfAWait(waiting.peekLast()) && isOfAWait(word)) {
      waiting.removeLast();
    }
    waiting.addLast(word);
    if (waiting.size() > MOST_WAITING) {
      leaveOneOut();
    }
    if (!busy) {
      busy = true;
      Scheduler.Handle unused = scheduler.execute(this::work);
    }
  }

  private static boolean isOfAWait(@Nullable Word word) {
    return word instanceof Word.Happened happened && happened.event() instanceof WatchEvent.Waited;
  }

  /** The oldest look, if there is one: what was done counts more. */
  private void leaveOneOut() {
    leftOut++;
    for (Iterator<Word> each = waiting.iterator(); each.hasNext(); ) {
      if (each.next() instanceof Word.Happened happened
          && (happened.event() instanceof WatchEvent.Looked
              || happened.event() instanceof WatchEvent.Waited)) {
        each.remove();
        return;
      }
    }
    waiting.removeFirst();
  }

  private void work() {
    boolean done = false;
    try {
      for (Optional<Word> next = next(); next.isPresent(); next = next()) {
        tell(next.get());
      }
      done = true;
    } finally {
      if (!done) {
        synchronized (this) {
          busy = false; // A fault of the report's: nobody waits for it, the next word tries again.
        }
      }
    }
  }

  private synchronized Optional<Word> next() {
    told++;
    if (leftOut > 0) {
      String what = leftOut + " events are left out here: nobody read them in time";
      leftOut = 0;
      return Optional.of(new Word.Happened(new WatchEvent.Warned(what)));
    }
    Optional<Word> next = Optional.ofNullable(waiting.pollFirst());
    busy = next.isPresent();
    return next;
  }

  private void tell(Word word) {
    if (word instanceof Word.Happened happened) {
      report.accept(happened.event());
    } else if (word instanceof Word.Ended ended) {
      report.end(ended.result());
    }
  }

  /** Waits until all is told, or the reader takes nothing any more. The flag is kept. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    long seen = told();
    long since = clock.ticks();
    while (isBusy() && clock.ticks() - since < patience(interrupted).toNanos()) {
      try {
        scheduler.pause(LOOK_EVERY);
      } catch (InterruptedException hurry) {
        interrupted = true;
      }
      long now = told();
      if (now != seen) {
        seen = now;
        since = clock.ticks();
      }
    }
    if (isBusy()) {
      gaveUp.run();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration patience(boolean interrupted) {
    return interrupted ? INTERRUPTED_PATIENCE : PATIENCE;
  }

  private synchronized boolean isBusy() {
    return busy;
  }

  private synchronized long told() {
    return told;
  }
}
