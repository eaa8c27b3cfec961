package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A store in front of another that fails, delays and loses answers as a test tells it, and
 * remembers every call.
 *
 * <p>What the next calls of one operation suffer is told by {@link #next}; when that is used up,
 * the {@link FaultPlan} decides. Delays and late writes take their time from the scheduler.
 *
 * <p>Safe for use by several threads at once; faults are dealt out in the order of the calls.
 */
public final class FaultyLeaseStore implements LeaseStore {
  private final LeaseStore store;
  private final Scheduler scheduler;
  private final Duration lateWriteBound;

  private final Object lock = new Object();
  private final Map<StoreCall.Operation, Deque<Fault>> scripted =
      new EnumMap<>(StoreCall.Operation.class);
  private final List<StoreCall> calls = new ArrayList<>();
  private FaultPlan plan = FaultPlan.none();

  /** In front of {@code store}, whose late-write bound it keeps. */
  public FaultyLeaseStore(LeaseStore store, Scheduler scheduler) {
    this(store, scheduler, store.lateWriteBound());
  }

  /** In front of {@code store}, with a late-write bound of its own. */
  public FaultyLeaseStore(LeaseStore store, Scheduler scheduler, Duration lateWriteBound) {
    this.store = store;
    this.scheduler = scheduler;
    this.lateWriteBound = lateWriteBound;
  }

  /** What the next calls of {@code operation} suffer, one each. */
  public FaultyLeaseStore next(StoreCall.Operation operation, Fault... faults) {
    synchronized (lock) {
      scripted.computeIfAbsent(operation, each -> new ArrayDeque<>()).addAll(List.of(faults));
    }
    return this;
  }

  /** What all calls suffer for which {@link #next} says nothing. */
  public FaultyLeaseStore plan(FaultPlan newPlan) {
    synchronized (lock) {
      plan = newPlan;
    }
    return this;
  }

  /** Every call fails before anything is sent, as if the store could not be reached. */
  public FaultyLeaseStore unreachable() {
    return plan(call -> Fault.failBefore());
  }

  /** Nothing goes wrong any more; what is on its way still lands. */
  public FaultyLeaseStore heal() {
    synchronized (lock) {
      scripted.clear();
      plan = FaultPlan.none();
    }
    return this;
  }

  /** All calls so far, oldest first. */
  public List<StoreCall> calls() {
    synchronized (lock) {
      return List.copyOf(calls);
    }
  }

  /** The calls of one operation so far, oldest first. */
  public List<StoreCall> calls(StoreCall.Operation operation) {
    return calls().stream().filter(call -> call.operation() == operation).toList();
  }

  /** Forgets the calls so far. */
  public void forgetCalls() {
    synchronized (lock) {
      calls.clear();
    }
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    return suffer(
        StoreCall.Operation.LOAD,
        Optional.of(key),
        Optional.empty(),
        Optional.empty(),
        () -> store.load(key));
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    return suffer(
        StoreCall.Operation.EXCHANGE,
        Optional.of(key),
        Optional.of(expected),
        Optional.of(change),
        () -> store.compareAndExchange(key, expected, change));
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    return suffer(
        StoreCall.Operation.LIST,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        () -> store.list(filter));
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public Duration lateWriteBound() {
    return lateWriteBound;
  }

  @Override
  public void close() {
    store.close();
  }

  private <T> T suffer(
      StoreCall.Operation operation,
      Optional<LeaseKey> key,
      Optional<Expected> expected,
      Optional<Change> change,
      Supplier<T> work) {
    StoreCall call;
    Fault fault;
    synchronized (lock) {
      call = new StoreCall(calls.size() + 1, operation, key, expected, change);
      calls.add(call);
      Deque<Fault> script = scripted.getOrDefault(operation, new ArrayDeque<>());
      fault = script.isEmpty() ? plan.faultFor(call) : script.remove();
    }
    return apply(fault, call, work);
  }

  private <T> T apply(Fault fault, StoreCall call, Supplier<T> work) {
    if (fault instanceof Fault.None) {
      return work.get();
    }
    if (fault instanceof Fault.FailBefore) {
      throw notSent(call);
    }
    if (fault instanceof Fault.LoseRequest) {
      throw noAnswer(call);
    }
    if (fault instanceof Fault.LoseAnswer) {
      T unused = work.get();
      throw noAnswer(call);
    }
    if (fault instanceof Fault.LandLate late) {
      landLate(late, work);
      throw noAnswer(call);
    }
    if (fault instanceof Fault.DelayBefore delay) {
      delay(delay.by());
      return work.get();
    }
    if (fault instanceof Fault.Throw thrown) {
      throw thrown.error().get();
    }
    if (fault instanceof Fault.First first) {
      first.act().run();
      return work.get();
    }
    T answer = work.get();
    if (fault instanceof Fault.DelayAfter delay) {
      delay(delay.by());
    } else if (fault instanceof Fault.Then then) {
      then.act().run();
    }
    return answer;
  }

  private void landLate(Fault.LandLate late, Supplier<?> work) {
    if (late.after().compareTo(lateWriteBound) > 0) {
      throw new IllegalArgumentException(
          "a write may land late by " + lateWriteBound + " at most, not by " + late.after());
    }
    // The engine makes it by itself: nobody is there to hear of its answer or failure.
    scheduler.after(
        late.after(),
        () -> {
          try {
            Object unused = work.get();
          } catch (LeaseStoreException lost) {
            return;
          }
        });
  }

  private void delay(Duration by) {
    try {
      scheduler.pause(by);
    } catch (InterruptedException interrupt) {
      // A store finishes what it does and keeps the flag (rule LS-17).
      Thread.currentThread().interrupt();
    }
  }

  private static LeaseStoreException notSent(StoreCall call) {
    return new LeaseStoreException(
        call.key(), "injected fault: the store cannot be reached", "Try again.", null);
  }

  private static LeaseStoreException noAnswer(StoreCall call) {
    if (call.operation() == StoreCall.Operation.EXCHANGE && call.key().isPresent()) {
      return LeaseStoreException.outcomeUnknown(
          call.key().get(), "injected fault: no answer came", null);
    }
    return notSent(call);
  }
}
