package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.SlotRules;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Slots in a map, with scripted faults: the next calls can fail, get lost, or land late. */
class TestStore implements LeaseStore {
  /** What happens to one exchange. */
  enum Fault {
    NONE,
    /** Nothing is written, and the caller is told so. */
    FAIL,
    /** It is written, and nobody is told. */
    LOSE_ANSWER,
    /** Nobody is told, and it waits for {@link #landLate}. */
    DELAY,
    /** The store throws what no store should. */
    BREAK
  }

  private record Late(LeaseKey key, Expected expected, Change change) {}

  private final Map<LeaseKey, LeaseSlot> slots = new HashMap<>();
  private final Deque<Fault> faults = new ArrayDeque<>();
  private final Deque<Late> late = new ArrayDeque<>();
  private final List<Runnable> beforeExchange = new ArrayList<>();
  private final List<Runnable> afterExchange = new ArrayList<>();
  private Duration lateWriteBound = Duration.ZERO;
  private long versions;
  private boolean unreadable;
  private int loadsToBreak;
  private Runnable onDelay = () -> {};
  int loads;
  int exchanges;

  synchronized void next(Fault... scripted) {
    faults.addAll(List.of(scripted));
  }

  synchronized void unreadable(boolean broken) {
    unreadable = broken;
  }

  /** So many loads throw what no store should. */
  synchronized void loadsThatBreak(int count) {
    loadsToBreak = count;
  }

  synchronized void lateWriteBound(Duration bound) {
    lateWriteBound = bound;
  }

  /** Runs {@code action} once, right before the next exchange takes effect. */
  synchronized void beforeNextExchange(Runnable action) {
    beforeExchange.add(action);
  }

  /** Runs {@code action} once, after the next exchange took effect and before it is answered. */
  synchronized void afterNextExchange(Runnable action) {
    afterExchange.add(action);
  }

  /** {@code schedule} is called when a request is delayed, to see to it that it arrives in time. */
  synchronized void landLateWithin(Runnable schedule) {
    onDelay = schedule;
  }

  synchronized void clearFaults() {
    faults.clear();
  }

  /** Lets the delayed requests arrive; whether any swapped. */
  synchronized boolean landLate() {
    boolean swapped = false;
    while (!late.isEmpty()) {
      Late request = late.poll();
      swapped |= apply(request.key, request.expected, request.change) instanceof Exchange.Swapped;
    }
    return swapped;
  }

  synchronized int calls() {
    return loads + exchanges;
  }

  synchronized LeaseSlot peek(LeaseKey key) {
    return slots.computeIfAbsent(key, k -> LeaseSlot.Vacant.absent(new SlotVersion("0")));
  }

  /** What another program writes. */
  synchronized void put(LeaseKey key, java.util.function.Function<SlotVersion, LeaseSlot> slot) {
    slots.put(key, slot.apply(version()));
  }

  private SlotVersion version() {
    return new SlotVersion(Long.toString(++versions));
  }

  @Override
  public synchronized LeaseSlot load(LeaseKey key) {
    loads++;
    if (loadsToBreak > 0) {
      loadsToBreak--;
      throw new IllegalStateException("a bug of the store");
    }
    refuseIfUnreadable();
    return peek(key);
  }

  private void refuseIfUnreadable() {
    if (unreadable) {
      throw new LeaseStoreException(Optional.empty(), "the disk is gone", "Find it.", null);
    }
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    Optional<Runnable> before = takeBefore();
    before.ifPresent(Runnable::run);
    Exchange exchange = exchange(key, expected, change);
    takeAfter().ifPresent(Runnable::run);
    return exchange;
  }

  private synchronized Optional<Runnable> takeAfter() {
    return afterExchange.isEmpty() ? Optional.empty() : Optional.of(afterExchange.remove(0));
  }

  private synchronized Optional<Runnable> takeBefore() {
    return beforeExchange.isEmpty() ? Optional.empty() : Optional.of(beforeExchange.remove(0));
  }

  private synchronized Exchange exchange(LeaseKey key, Expected expected, Change change) {
    exchanges++;
    Fault fault = faults.isEmpty() ? Fault.NONE : faults.poll();
    Supplier<LeaseStoreException> lost =
        () -> LeaseStoreException.outcomeUnknown(key, "no answer", null);
    switch (fault) {
      case BREAK -> throw new IllegalStateException("a bug of the store");
      case FAIL -> throw new LeaseStoreException(Optional.of(key), "it failed", "Again.", null);
      case LOSE_ANSWER -> {
        apply(key, expected, change);
        throw lost.get();
      }
      case DELAY -> {
        late.add(new Late(key, expected, change));
        onDelay.run();
        throw lost.get();
      }
      default -> {
        refuseIfUnreadable();
        return apply(key, expected, change);
      }
    }
  }

  private Exchange apply(LeaseKey key, Expected expected, Change change) {
    LeaseSlot current = peek(key);
    return SlotRules.next(current, expected, change)
        .map(
            content -> {
              LeaseSlot next =
                  content.record().isPresent()
                      ? new LeaseSlot.Held(
                          version(), content.record().get(), Optional.of(content.writeId()))
                      : LeaseSlot.Vacant.written(
                          version(), content.fence(), Optional.of(content.writeId()));
              slots.put(key, next);
              return (Exchange) new Exchange.Swapped(next);
            })
        .orElseGet(() -> new Exchange.Refused(current));
  }

  @Override
  public synchronized List<ListedSlot> list(LeaseFilter filter) {
    return slots.entrySet().stream()
        .filter(entry -> !(entry.getValue() instanceof LeaseSlot.Vacant))
        .map(entry -> ListedSlot.of(entry.getKey().toString(), entry.getValue()))
        .toList();
  }

  @Override
  public synchronized Duration lateWriteBound() {
    return lateWriteBound;
  }

  @Override
  public String location() {
    return "test:";
  }

  @Override
  public void close() {}
}
