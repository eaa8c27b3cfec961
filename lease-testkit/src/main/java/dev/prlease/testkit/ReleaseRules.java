package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.testkit.StoreCall.Operation;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P5: how leases are given back, and that nothing of them stays. */
@DisplayNameGeneration(RuleNames.class)
abstract class ReleaseRules extends ManagerSuite {
  @Test
  void P5_release_is_idempotent_and_keeps_the_fence_alive() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.release();
    LeaseSlot vacated = slot();
    assertThat(vacated.fence()).isGreaterThanOrEqualTo(lease.fence());
    assertThat(vacated.fence()).isGreaterThanOrEqualTo(Fence.at(clock.now()));
    lease.release();
    lease.close();
    assertThat(slot()).as("released once").isEqualTo(vacated);
  }

  @Test
  void P5_release_frees_nothing_that_is_not_ours() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    manager().acquire(KEY, BOB, TTL);
    lease.release();
    lease.close();
    assertThat(held().owner()).isEqualTo(BOB);
  }

  @Test
  void P5_release_retries_a_refused_exchange() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.next(Operation.EXCHANGE, Fault.first(() -> olderProgramRewrites(KEY)));
    lease.release();
    assertFree();
  }

  @Test
  void P5_release_reports_a_failed_store_and_may_be_tried_again() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.unreachable();
    assertThatThrownBy(lease::release).isInstanceOf(LeaseStoreException.class);
    store.heal();
    assertHeldByAlice();
    lease.release();
    assertFree();
  }

  @Test
  void P5_close_never_throws() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.plan(call -> Fault.throwing(() -> new IllegalStateException("a broken driver")));
    lease.close();
    store.heal();
  }

  @Test
  void P5_L30_a_manager_that_closes_releases_every_lease_though_some_fail() {
    FaultyLeaseStore store = faulty();
    LeaseManager manager = manager(store);
    manager.acquire(KEY, ALICE, TTL);
    manager.acquire(SampleLeases.OTHER_KEY, ALICE, TTL);
    store.plan(
        call -> call.key().filter(KEY::equals).isPresent() ? Fault.failBefore() : Fault.none());
    manager.close();
    store.heal();
    assertHeldByAlice();
    assertThat(store().load(SampleLeases.OTHER_KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void P5_a_detached_handle_leaves_the_lease_until_its_ttl() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.detach();
    lease.close();
    assertHeldByAlice();
    assertThatThrownBy(lease::renew).isNotNull();
    PrLease attached = manager().attach(KEY, ALICE);
    attached.assertOwned();
    attached.renew();
    attached.release();
    assertFree();
  }

  @Test
  void L51_nothing_of_a_key_stays_in_a_manager_once_its_lease_is_released() {
    LeaseManager manager = manager();
    PrLease held = manager.acquire(KEY, ALICE, TTL);
    List<WeakReference<LeaseKey>> keys = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      keys.add(acquireAndRelease(manager, i));
    }
    audit.clear();
    for (int i = 0; i < 200 && keys.stream().anyMatch(key -> !key.refersTo(null)); i++) {
      System.gc();
      pass(Duration.ofMillis(1));
    }
    assertThat(keys).as("keys that are still referred to").allMatch(key -> key.refersTo(null));
    held.assertOwned();
    held.renew();
    assertBobStandsDown();
  }

  /** In mixed case, so that a store that keeps the one spelling of all equal keys keeps another. */
  private static WeakReference<LeaseKey> acquireAndRelease(LeaseManager manager, int number) {
    LeaseKey key = LeaseKey.pullRequest("Acme/App", number);
    try (PrLease lease = manager.acquire(key, ALICE, TTL)) {
      lease.assertOwned();
    }
    return new WeakReference<>(key);
  }

  @Test
  void L53_a_manager_leaves_no_thread_behind_and_none_keeps_the_program_running()
      throws InterruptedException {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    LeaseManager manager = LeaseManager.on(store()).build();
    PrLease kept = manager.acquire(KEY, ALICE, TTL);
    Set<Thread> made;
    try {
      kept.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
      made = new HashSet<>(Thread.getAllStackTraces().keySet());
      made.removeAll(before);
      manager.close();
    } finally {
      Reference.reachabilityFence(kept); // a handle that is collected leaves its lease held
    }
    for (Thread thread : made) {
      assertThat(thread.isDaemon()).as("%s is a daemon", thread).isTrue();
      if (thread.getName().startsWith("prlease")) {
        thread.join(60_000);
        assertThat(thread.isAlive()).as("%s lives on", thread).isFalse();
      }
    }
    assertFree();
  }
}
