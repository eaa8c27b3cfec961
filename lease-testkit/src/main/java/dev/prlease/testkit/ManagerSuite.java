package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;

/**
 * The ground of the suites about whole leases: managers on one place, each standing for a process
 * of its own, under one virtual time.
 */
abstract class ManagerSuite extends StoreSuite {
  /** Virtual time: nothing passes unless a test lets it, or code pauses. */
  final ManualClock clock = new ManualClock();

  final ManualScheduler scheduler = new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);

  final RecordingAuditSink audit = new RecordingAuditSink();

  private final List<LeaseManager> managers = new ArrayList<>();

  @AfterEach
  final void closeManagers() {
    managers.forEach(LeaseManager::close);
  }

  /** A manager on its own opening of the place, as another process has it. */
  final LeaseManager manager() {
    return manager(ownOpening());
  }

  /** A manager on {@code store}. */
  final LeaseManager manager(LeaseStore store) {
    LeaseManager manager =
        LeaseManager.on(store)
            .clock(clock)
            .scheduler(scheduler)
            .audit(audit)
            .random(new Random(7))
            .build();
    managers.add(manager);
    return manager;
  }

  /** Faults in front of an opening of its own, which lets writes land late by 5 s at most. */
  final FaultyLeaseStore faulty() {
    return new FaultyLeaseStore(ownOpening(), scheduler, Duration.ofSeconds(5));
  }

  private LeaseStore ownOpening() {
    return place().openings() == StoreFixture.Openings.SHARE_SLOTS ? open() : store();
  }

  /** Lets time pass, running what falls due. */
  final void pass(Duration by) {
    scheduler.advance(by);
  }

  /** Stalls the program until {@code by} has passed: what fell due meanwhile runs afterwards. */
  final void stall(Duration by) {
    clock.advance(by);
  }

  /** Lets time pass until {@code lease} is over, to the millisecond. */
  final void passUntilOver(PrLease lease) {
    pass(Duration.between(clock.now(), lease.expiresAt()));
  }

  /** What the slot of the sample key holds. */
  final LeaseSlot slot() {
    return store().load(KEY);
  }

  /** The record in the slot of the sample key. */
  final LeaseRecord held() {
    return recordIn(slot());
  }

  final void assertHeldByAlice() {
    assertThat(held().owner()).as("the owner of %s", KEY).isEqualTo(ALICE);
  }

  final void assertFree() {
    assertThat(slot()).as("the slot of %s", KEY).isInstanceOf(LeaseSlot.Vacant.class);
  }

  /** Demands that Bob, in a process of his own, stands down. */
  final AlreadyHeldException assertBobStandsDown() {
    Throwable thrown = catchThrowable(() -> manager().acquire(KEY, BOB, TTL));
    assertThat(thrown).as("Bob's acquire").isInstanceOf(AlreadyHeldException.class);
    return (AlreadyHeldException) thrown;
  }

  static void assertNotOwner(NotOwnerException.Reason reason, ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).as("not the owner: %s", reason).isInstanceOf(NotOwnerException.class);
    assertThat(((NotOwnerException) thrown).reason()).isEqualTo(reason);
  }

  static void assertExpired(ThrowingCallable call) {
    assertThat(catchThrowable(call))
        .as("the lease is over")
        .isInstanceOf(LeaseExpiredException.class);
  }

  /** Rewrites the slot as an older program does when it loses: its own fields only (rule P14). */
  final void olderProgramRewrites(LeaseKey key) {
    LeaseSlot slot = store().load(key);
    Optional<LeaseRecord> record =
        slot instanceof LeaseSlot.Held held
            ? Optional.of(SampleLeases.asOlderProgramWrites(held.record()))
            : Optional.empty();
    olderProgramWrites(key, record);
  }

  /** Writes the slot as an older program does. */
  final void olderProgramWrites(LeaseKey key, Optional<LeaseRecord> record) {
    if (place().raw().isPresent()) {
      place().raw().get().writeAsOlderProgram(key, record);
      return;
    }
    // Through the port: all that shows is a write id, which no rule forbids a stranger to have.
    LeaseSlot slot = store().load(key);
    if (record.isPresent()) {
      swap(store(), key, Expected.exactly(slot.version()), Change.hold(record.get()));
    } else {
      LeaseRecord fenceless = SampleLeases.plain(key, ALICE);
      LeaseSlot held = swap(store(), key, Expected.exactly(slot.version()), Change.hold(fenceless));
      swap(store(), key, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
    }
  }
}
