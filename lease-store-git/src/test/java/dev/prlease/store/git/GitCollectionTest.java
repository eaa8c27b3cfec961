package dev.prlease.store.git;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.CollectRequest.Mode;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of collecting what is the git store's own; the rules are in the contract. */
@Timeout(120)
class GitCollectionTest {
  private final GitPlaces place;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Instant now = new SystemClock().now();
  private final Instant later = now.plus(Duration.ofDays(2));

  GitCollectionTest() throws IOException {
    place = GitPlaces.path();
  }

  @AfterEach
  void close() throws IOException {
    place.close();
  }

  private GitLeaseStore counted() {
    return place.open(GitPlaces.OPTIONS, this::counting);
  }

  private ProcessResult counting(ProcessRequest request) {
    calls.add(request.command().words().get(1));
    return GitPlaces.real(request);
  }

  private static CollectRequest request(Instant releasedBefore, Instant archivedBefore) {
    return new CollectRequest(
        releasedBefore, archivedBefore, Mode.REMOVE, Optional.empty(), () -> true);
  }

  private static Collected collect(Collectable store, Instant released, Instant archived) {
    return store.collect(request(released, archived));
  }

  private static void release(LeaseStore store, LeaseKey key) {
    LeaseSlot held =
        store
            .compareAndExchange(key, Expected.vacant(), Change.hold(holding(key, ALICE, 10)))
            .slot();
    store.compareAndExchange(key, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
  }

  private void archive(LeaseStore store, LeaseKey key) {
    place.raw().orElseThrow().write(key, "{\"record\":".getBytes(StandardCharsets.UTF_8));
    store.compareAndExchange(
        key, Expected.exactly(store.load(key).version()), Change.hold(holding(key, ALICE, 10)));
  }

  private static String ref(LeaseKey key) {
    return new RefNames(GitPlaces.OPTIONS.namespace()).of(key);
  }

  @Test
  void many_old_slots_go_in_one_fetch_and_a_push_for_each_hundred() {
    int slots = 250;
    try (GitLeaseStore store = counted()) {
      List<LeaseKey> keys = new ArrayList<>();
      for (int i = 1; i <= slots; i++) {
        keys.add(LeaseKey.pullRequest("acme/app", i));
      }
      release(store, keys.get(0));
      String free = place.repository().git("rev-parse", ref(keys.get(0))).strip();
      for (LeaseKey key : keys) {
        place.repository().git("update-ref", ref(key), free);
      }
      calls.clear();
      Collected collected = collect(store, later, later);
      assertThat(calls).containsExactly("fetch", "push", "push", "push");
      assertThat(collected.removed()).hasSize(slots);
      assertThat(place.repository().git("for-each-ref")).isEmpty();
    }
  }

  /** Git's own setting is for branches alone; hooks and rules may be for all. */
  @Test
  void a_server_that_lets_nobody_delete_is_told_of_with_what_to_do() {
    GitStoreOptions options = GitPlaces.OPTIONS.withNamespace("refs/heads/prlease");
    try (GitLeaseStore store = place.open(options)) {
      release(store, KEY);
      place.repository().configure("[receive]\n\tdenyDeletes = true\n");
      Collected collected = collect(store, later, later);
      assertThat(collected.removed()).isEmpty();
      assertThat(collected.count(Kept.TROUBLED)).isEqualTo(1);
      assertThat(collected.troubles())
          .singleElement()
          .satisfies(
              trouble -> {
                assertThat(trouble)
                    .hasMessageContaining("refs/heads/prlease/")
                    .hasMessageContaining("deletion prohibited");
                assertThat(trouble.nextStep()).contains("receive.denyDeletes");
              });
      assertThat(store.load(KEY).fence()).isEqualTo(new Fence(10));
    }
  }

  @Test
  void a_hook_that_refuses_one_keeps_no_other() throws IOException {
    try (GitLeaseStore store = counted()) {
      release(store, KEY);
      release(store, OTHER_KEY);
      place.repository().hook("update", "#!/bin/sh\n[ \"$1\" != " + ref(KEY) + " ] || exit 1\n");
      Collected collected = collect(store, later, later);
      assertThat(collected.removed())
          .containsExactly(new Collected.Item(Kind.SLOT, ref(OTHER_KEY)));
      assertThat(collected.troubles())
          .singleElement()
          .satisfies(trouble -> assertThat(trouble).hasMessageContaining("hook declined"));
    }
  }

  @Test
  void GC_5_what_was_archived_lately_keeps_its_slot_however_old_that_is() {
    try (GitLeaseStore store = counted()) {
      archive(store, KEY);
      store.compareAndExchange(
          KEY, Expected.exactly(store.load(KEY).version()), Change.vacate(Fence.NONE));
      Collected young = collect(store, later, Instant.EPOCH);
      assertThat(young.removed()).isEmpty();
      assertThat(young.count(Kept.RECENT)).isEqualTo(1);
      Collected old = collect(store, later, later);
      assertThat(old.count(Kind.ARCHIVED)).isEqualTo(1);
      assertThat(old.count(Kind.SLOT)).isEqualTo(1);
    }
  }

  @Test
  void GC_5_the_slot_of_what_is_removed_was_released_when_it_was_released() {
    try (GitLeaseStore store = counted()) {
      archive(store, KEY);
      store.compareAndExchange(
          KEY, Expected.exactly(store.load(KEY).version()), Change.vacate(Fence.NONE));
      String format = "--format=%an %at %cn %ct %s%n%b";
      String before = place.repository().git("log", "-1", format, ref(KEY));
      assertThat(collect(store, Instant.EPOCH, later).count(Kind.ARCHIVED)).isEqualTo(1);
      assertThat(place.repository().git("log", "-1", format, ref(KEY)))
          .isEqualTo(before.replaceFirst("prlease 2:", "prlease 3:"));
      assertThat(place.repository().git("log", "--format=%h", ref(KEY))).hasLineCount(3);
    }
  }

  @Test
  void GC_2_clocks_that_may_be_apart_keep_a_slot_for_longer() {
    Duration skew = Duration.ofHours(3);
    try (GitLeaseStore store = place.open(GitPlaces.OPTIONS.withMaxClockSkew(skew))) {
      release(store, KEY);
      Instant vacated = new SystemClock().now();
      assertThat(collect(store, vacated.plus(skew), later).count(Kept.RECENT)).isEqualTo(1);
      assertThat(collect(store, vacated.plus(skew).plusSeconds(2), later).count(Kind.SLOT))
          .isEqualTo(1);
    }
  }

  @Test
  void a_holder_whose_archive_is_collected_goes_on() {
    try (GitLeaseStore store = counted();
        LeaseManager manager = LeaseManager.on(store).build()) {
      place.raw().orElseThrow().write(KEY, "{\"record\":".getBytes(StandardCharsets.UTF_8));
      PrLease lease = manager.acquire(KEY, SessionId.of("mine"), Ttl.ofSeconds(900));
      assertThat(collect(store, later, later).count(Kind.ARCHIVED)).isEqualTo(1);
      lease.assertOwned();
      lease.renew();
      assertThat(collect(store, later, later).removed()).isEmpty();
      lease.close();
      assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    }
  }

  @Test
  void what_is_no_lease_stays() throws IOException {
    try (GitLeaseStore store = counted()) {
      String blob =
          place.repository().objects().write("blob", "x".getBytes(StandardCharsets.UTF_8));
      place.repository().point("refs/leases/acme/notes", blob);
      Collected collected = collect(store, later, later);
      assertThat(collected.removed()).isEmpty();
      assertThat(collected.count(Kept.UNREADABLE)).isEqualTo(1);
      assertThat(place.repository().tip("refs/leases/acme/notes")).contains(blob);
    }
  }
}
