package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Sets up a manager. Everything but the store has a default. */
public final class LeaseManagerBuilder {
  private final LeaseStore store;
  private final List<AuditSink> sinks = new ArrayList<>();
  private Optional<Clock> clock = Optional.empty();
  private Optional<Scheduler> scheduler = Optional.empty();
  private Holder holder = Holder.ofProgram("");
  private Optional<RandomGenerator> random = Optional.empty();
  private Predicate<LeaseRecord> inUse = record -> false;

  LeaseManagerBuilder(LeaseStore store) {
    this.store = Objects.requireNonNull(store, "store");
  }

  /** The clock to judge by; by default the store's own, else the machine's. */
  public LeaseManagerBuilder clock(Clock newClock) {
    this.clock = Optional.of(newClock);
    return this;
  }

  /** Who waits and keeps time; by default a {@link ThreadPoolScheduler} of the manager's own. */
  public LeaseManagerBuilder scheduler(Scheduler newScheduler) {
    this.scheduler = Optional.of(newScheduler);
    return this;
  }

  /** Another sink to tell what happens; may be called several times. */
  public LeaseManagerBuilder audit(AuditSink sink) {
    sinks.add(Objects.requireNonNull(sink, "sink"));
    return this;
  }

  /** Where the sessions of this manager run, for people and as evidence. */
  public LeaseManagerBuilder holder(Holder newHolder) {
    this.holder = Objects.requireNonNull(newHolder, "holder");
    return this;
  }

  /**
   * Tells whether another process of the owner's own session acts under a live record: such a lease
   * is then neither acquired again nor released by its session, nor adopted from it, but refused
   * with {@link AlreadyHeldException} as if another session held it. By default none is in use:
   * processes of one session share its lease.
   *
   * @param inUse a pure function of the record and of which processes are alive; judged on the very
   *     version of the record that would be replaced
   */
  public LeaseManagerBuilder inUse(Predicate<LeaseRecord> inUse) {
    this.inUse = Objects.requireNonNull(inUse, "inUse");
    return this;
  }

  /** Randomness for jitter; nothing secret depends on it. */
  public LeaseManagerBuilder random(RandomGenerator generator) {
    this.random = Optional.of(generator);
    return this;
  }

  /**
   * Makes the manager. No I/O, no thread yet.
   *
   * @throws dev.prlease.api.LeaseConfigurationException if the holder is longer than a record may
   *     have it, or the store offers no time though it says so
   */
  public LeaseManager build() {
    Limits.check(holder);
    CheckedStore checkedStore = new CheckedStore(store);
    Clock chosenClock = clock.orElseGet(() -> Clocks.of(store));
    Scheduler chosenScheduler = scheduler.orElseGet(ThreadPoolScheduler::new);
    Lane asides = Lanes.ofAsides(chosenScheduler);
    Lane storeCalls = Lanes.ofStoreCalls(checkedStore, chosenScheduler, asides);
    Lane singles = Lanes.ofSingles(checkedStore, chosenScheduler, asides);
    Lane listeners = Lanes.ofListeners(chosenScheduler, asides);
    Pauses pauses = new Pauses(chosenScheduler, chosenClock);
    Core core =
        new Core(
            checkedStore,
            SlotSharing.of(store),
            chosenClock,
            chosenScheduler,
            pauses,
            new Jitter(random.orElseGet(Random::new)),
            new Audit(sinks, chosenClock, pauses, asides, List.of(storeCalls, singles, listeners)),
            holder,
            inUse,
            storeCalls,
            singles,
            listeners,
            asides);
    return new LeaseManager(
        core, scheduler.isEmpty() ? Closing.SchedulerIs.OWN : Closing.SchedulerIs.THE_HOSTS);
  }
}
