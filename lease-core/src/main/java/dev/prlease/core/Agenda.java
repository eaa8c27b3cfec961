package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What falls due when, for any number of items, by one timer of the scheduler.
 *
 * <p>The items are a binary heap by ticks, and each knows its place in it: so it costs an item
 * twelve bytes and a reference, and moving one to another time, which happens several times a
 * renewal, costs a few comparisons. A timer of the scheduler for each would be five objects, made
 * anew each time.
 *
 * <h2>Concurrency</h2>
 *
 * The heap and the timer are guarded by the agenda's monitor, for a few instructions; items are
 * told on the timer's thread while no monitor is held. Between the two an item is not on the
 * agenda, and may be put there again, by itself or by another thread; the later of two puts counts.
 * While items are told the timer is not armed, since nearly all of them put themselves on the
 * agenda again: it is armed once, for the first of all, when the last was told. What falls due
 * meanwhile waits for that long, which is why telling must be quick.
 *
 * <p>A timer that was replaced may fire all the same, if it was about to when it was cancelled. It
 * finds that it is not the last one and does nothing: if it armed the next one as the last one
 * does, both would go on for ever. Where the scheduler refuses a timer, nothing is lost but time:
 * the next item that is put here asks again, and so does whoever {@linkplain #arm arms} now and
 * then.
 */
final class Agenda {
  /** Something that falls due. */
  abstract static class Item {
    private static final int NOWHERE = -1;

    private int place = NOWHERE; // guarded by the agenda
    private long due; // guarded by the agenda

    /** Its time has come, and it is not on the agenda any more. Quick: for the timer. */
    abstract void fallDue();
  }

  private static final int LEAST_CAPACITY = 16;

  private final Core core;
  private final Runnable afterTelling;

  // All guarded by this.
  private @Nullable Item[] heap = new Item[LEAST_CAPACITY];
  private int size;
  private Scheduler.@Nullable Handle timer;
  private long armedFor;
  private long lastTimer; // which one it is
  private @Nullable Throwable refusal;

  private volatile boolean telling;

  /**
   * @param afterTelling run after all that was due was told
   */
  Agenda(Core core, Runnable afterTelling) {
    this.core = core;
    this.afterTelling = afterTelling;
  }

  /** Whether items are being told just now: what follows from it comes after the last. */
  boolean isTelling() {
    return telling;
  }

  /** Has {@code item} fall due at {@code ticks} and no other time. */
  synchronized void put(Item item, long ticks) {
    item.due = ticks;
    if (item.place == Item.NOWHERE) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      size++;
      moveUp(item, size - 1);
    } else {
      moveDown(item, item.place);
      moveUp(item, item.place);
    }
    arm();
  }

  /** Takes {@code item} off, if it is there. */
  synchronized void remove(Item item) {
    if (item.place != Item.NOWHERE) {
      takeOff(item);
    }
    if (size == 0) {
      disarm();
    }
  }

  /** All that is there, in no particular order. */
  synchronized List<Item> all() {
    return new ArrayList<>(Arrays.asList(heap).subList(0, size));
  }

  private void fire(long number) {
    synchronized (this) {
      if (number != lastTimer) {
        return;
      }
      timer = null;
      telling = true;
    }
    tellDue();
  }

  /**
   * To be called now and then on the timer's thread: where the scheduler refuses timers, what is
   * due is told all the same.
   */
  void beat() {
    synchronized (this) {
      arm();
      if (refusal == null || telling) {
        return;
      }
      telling = true;
    }
    tellDue();
  }

  private void tellDue() {
    try {
      takeDue().forEach(this::tell);
    } finally {
      armAgain();
    }
  }

  private synchronized List<Item> takeDue() {
    List<Item> due = new ArrayList<>();
    long now = core.clock().ticks();
    while (size > 0 && heap[0].due - now <= 0) {
      due.add(heap[0]);
      takeOff(heap[0]);
    }
    return due;
  }

  private void armAgain() {
    synchronized (this) {
      telling = false;
      arm();
    }
    afterTelling.run();
  }

  /** Tells all that is there, due or not. */
  void tellAll() {
    all().forEach(this::tell);
  }

  /** What one throws keeps no other from being told. */
  private void tell(Item item) {
    try {
      item.fallDue();
    } catch (Throwable failed) {
      core.aside(() -> Log.CORE.error("what fell due failed", failed));
    }
  }

  /** Sees to it that a timer is armed if there is need of one; throws nothing. */
  synchronized void arm() {
    if (telling) {
      return;
    }
    if (size == 0 || (timer != null && heap[0].due - armedFor >= 0)) {
      refusal = null; // whatever was refused was for an item that is gone
      return; // the same goes for what is armed: it finds that out by itself
    }
    try {
      arm(heap[0].due);
      refusal = null;
    } catch (Throwable refused) {
      if (refusal == null) {
        core.aside(() -> Log.CORE.warn("the scheduler refuses a timer: trying again", refused));
      }
      refusal = refused;
    }
  }

  private void arm(long first) {
    long number = lastTimer + 1;
    Scheduler.Handle replaced = timer;
    timer =
        core.scheduler().after(Duration.ofNanos(first - core.clock().ticks()), () -> fire(number));
    armedFor = first;
    lastTimer = number;
    if (replaced != null) {
      replaced.cancel();
    }
  }

  private void disarm() {
    lastTimer++;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  /**
   * For whoever must not begin without a timer.
   *
   * @throws IllegalStateException if the scheduler refuses it
   */
  synchronized void mustBeArmed() {
    if (refusal != null) {
      throw new IllegalStateException(
          "the scheduler refuses a timer for the deadline: " + refusal.getMessage(), refusal);
    }
  }

  private void takeOff(Item item) {
    int place = item.place;
    item.place = Item.NOWHERE;
    size--;
    Item last = heap[size];
    heap[size] = null;
    if (last != item) {
      moveDown(last, place);
      moveUp(last, last.place);
    }
    if (size < heap.length / 4 && heap.length > LEAST_CAPACITY) {
      heap = Arrays.copyOf(heap, heap.length / 2);
    }
  }

  /** Puts {@code item} at {@code from} or nearer to the top, wherever it belongs. */
  private void moveUp(Item item, int from) {
    int place = from;
    while (place > 0) {
      Item parent = heap[(place - 1) / 2];
      if (item.due - parent.due >= 0) {
        break;
      }
      set(place, parent);
      place = (place - 1) / 2;
    }
    set(place, item);
  }

  /** Puts {@code item} at {@code from} or farther from the top, wherever it belongs. */
  private void moveDown(Item item, int from) {
    int place = from;
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      if (child + 1 < size && heap[child + 1].due - heap[child].due < 0) {
        child++;
      }
      if (item.due - heap[child].due <= 0) {
        break;
      }
      set(place, heap[child]);
      place = child;
    }
    set(place, item);
  }

  private void set(int place, Item item) {
    heap[place] = item;
    item.place = place;
  }
}
