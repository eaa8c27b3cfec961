package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

final class JudgeTest {
  private static final Instant NOW = Instant.parse("2026-07-26T18:42:42Z");
  private static final LeaseKey KEY = LeaseKey.pullRequest("acme/app", 42);
  private static final LeaseKey OTHER_KEY = LeaseKey.pullRequest("acme/app", 43);
  private static final SessionId US = SessionId.of("us");
  private static final SessionId THEM = SessionId.of("them");
  private static final long DAY = 86_400_000;

  private static LeaseSlot.Held held(LeaseKey key, SessionId owner, long ageMillis, int ttl) {
    LeaseRecord record = LeaseRecord.of(key, owner, NOW.minusMillis(ageMillis), Ttl.ofSeconds(ttl));
    return new LeaseSlot.Held(new SlotVersion("v"), record, Optional.empty());
  }

  private static Moment at(long uncertaintyMillis) {
    return new Moment(NOW, 0, Duration.ofMillis(uncertaintyMillis));
  }

  private static Disposition judge(LeaseSlot slot, SlotSharing sharing, Moment now) {
    return AcquirePolicy.of(KEY).judge(slot, new Contender(KEY, US, sharing), now);
  }

  @Property
  void P1_P10_another_sessions_record_blocks_until_it_is_over_for_everyone(
      @ForAll @LongRange(min = -DAY, max = 2 * DAY) long age,
      @ForAll @IntRange(min = 1, max = 86_400) int ttl,
      @ForAll @LongRange(min = 0, max = 60_000) long uncertainty) {
    Disposition disposition =
        judge(held(KEY, THEM, age, ttl), SlotSharing.EXCLUSIVE, at(uncertainty));
    boolean over = age >= ttl * 1000L + uncertainty;
    assertThat(disposition)
        .isInstanceOf(over ? Disposition.ReclaimExpired.class : Disposition.HeldByOther.class);
  }

  @Property
  void P2_P10_our_own_record_is_ours_until_we_count_ourselves_out(
      @ForAll @LongRange(min = -DAY, max = 2 * DAY) long age,
      @ForAll @IntRange(min = 1, max = 86_400) int ttl,
      @ForAll @LongRange(min = 0, max = 60_000) long uncertainty) {
    Disposition disposition =
        judge(held(KEY, US, age, ttl), SlotSharing.EXCLUSIVE, at(uncertainty));
    boolean over = age >= ttl * 1000L - uncertainty;
    assertThat(disposition)
        .isInstanceOf(over ? Disposition.ReclaimExpired.class : Disposition.Ours.class);
  }

  @Property
  void P10_at_no_time_do_both_the_owner_and_a_reclaimer_think_that_they_may(
      @ForAll @LongRange(min = 0, max = 2 * DAY) long elapsed,
      @ForAll @IntRange(min = 1, max = 86_400) int ttl,
      @ForAll @LongRange(min = 0, max = 60_000) long uncertainty,
      @ForAll @LongRange(min = -100, max = 100) long ownersError,
      @ForAll @LongRange(min = -100, max = 100) long reclaimersError) {
    // Both clocks are off by at most the uncertainty; the record was written by the owner's.
    Instant start = NOW.plusMillis(uncertainty * ownersError / 100);
    LeaseRecord record = LeaseRecord.of(KEY, THEM, start, Ttl.ofSeconds(ttl));
    Moment owner = moment(elapsed + uncertainty * ownersError / 100, uncertainty);
    Moment reclaimer = moment(elapsed + uncertainty * reclaimersError / 100, uncertainty);
    assertThat(!Judge.isOverForOwner(record, owner) && Judge.isOverForOthers(record, reclaimer))
        .isFalse();
  }

  private static Moment moment(long millis, long uncertainty) {
    return new Moment(NOW.plusMillis(millis), 0, Duration.ofMillis(uncertainty));
  }

  @Property
  void P8_a_record_of_another_key_is_never_free_and_never_ours(
      @ForAll @LongRange(min = -3 * DAY, max = 3 * DAY) long age,
      @ForAll @IntRange(min = 1, max = 86_400) int ttl,
      @ForAll boolean ours) {
    Disposition disposition =
        judge(held(OTHER_KEY, ours ? US : THEM, age, ttl), SlotSharing.EXCLUSIVE, at(0));
    assertThat(disposition).isInstanceOf(Disposition.Mismatch.class);
  }

  @Property
  void P8_where_keys_share_slots_only_a_live_record_of_another_key_blocks(
      @ForAll @LongRange(min = -DAY, max = 3 * DAY) long age,
      @ForAll @IntRange(min = 1, max = 86_400) int ttl,
      @ForAll boolean ours) {
    Disposition disposition =
        judge(held(OTHER_KEY, ours ? US : THEM, age, ttl), SlotSharing.SHARED, at(0));
    assertThat(disposition)
        .isInstanceOf(
            age >= ttl * 1000L ? Disposition.ReclaimExpired.class : Disposition.Mismatch.class);
  }

  @Property
  void P9_a_record_from_more_than_24_hours_ahead_is_unreadable_to_everyone(
      @ForAll @LongRange(min = 1, max = 400 * DAY) long beyond, @ForAll boolean ours) {
    LeaseSlot slot = held(KEY, ours ? US : THEM, -DAY - beyond, 900);
    assertThat(judge(slot, SlotSharing.EXCLUSIVE, at(0)))
        .isInstanceOfSatisfying(
            Disposition.ReclaimUnreadable.class,
            reclaim ->
                assertThat(reclaim.slot().defect()).isEqualTo(LeaseSlot.Defect.FROM_THE_FUTURE));
    assertThat(Judge.state(slot, at(0))).isEqualTo(LeaseStatus.State.UNREADABLE);
    assertThat(Standing.of(slot, new Identity(KEY, US, Fence.NONE), at(0), SlotSharing.EXCLUSIVE))
        .isInstanceOf(Standing.Unreadable.class);
  }

  @Example
  void P9_24_hours_ahead_to_the_millisecond_is_believed() {
    assertThat(judge(held(KEY, THEM, -DAY, 900), SlotSharing.EXCLUSIVE, at(0)))
        .isInstanceOf(Disposition.HeldByOther.class);
  }

  @Example
  void vacant_is_free_and_unreadable_is_reclaimed_whatever_the_time() {
    assertThat(
            judge(LeaseSlot.Vacant.absent(new SlotVersion("0")), SlotSharing.EXCLUSIVE, at(99_999)))
        .isInstanceOf(Disposition.Free.class);
    LeaseSlot unreadable =
        new LeaseSlot.Unreadable(
            new SlotVersion("1"), LeaseSlot.Defect.CORRUPT, "is not JSON", Optional.empty());
    assertThat(judge(unreadable, SlotSharing.EXCLUSIVE, at(0)))
        .isInstanceOf(Disposition.ReclaimUnreadable.class);
  }

  @Property
  void P14_a_record_that_lost_its_fence_is_its_sessions(
      @ForAll @LongRange(min = 0, max = Fence.MAX_VALUE) long found,
      @ForAll @LongRange(min = 0, max = Fence.MAX_VALUE) long own) {
    LeaseRecord record = LeaseRecord.of(KEY, US, NOW, Ttl.DEFAULT).withFence(new Fence(found));
    LeaseSlot slot = new LeaseSlot.Held(new SlotVersion("v"), record, Optional.empty());
    Standing standing =
        Standing.of(slot, new Identity(KEY, US, new Fence(own)), at(0), SlotSharing.EXCLUSIVE);
    boolean same = found == own || found == 0 || own == 0;
    assertThat(standing).isInstanceOf(same ? Standing.Ours.class : Standing.Superseded.class);
  }

  @Property
  void P12_a_validity_ends_by_the_wall_clock_or_by_ticks_whichever_is_first(
      @ForAll @LongRange(min = 0, max = DAY) long elapsed,
      @ForAll @LongRange(min = -DAY, max = DAY) long step,
      @ForAll @IntRange(min = 1, max = 86_400) int ttl) {
    LeaseRecord record = LeaseRecord.of(KEY, US, NOW, Ttl.ofSeconds(ttl));
    long ticks = Long.MAX_VALUE - 1_000_000; // wraps around
    Validity validity = Validity.of(record, new Moment(NOW, ticks, Duration.ZERO));
    Moment later =
        new Moment(NOW.plusMillis(elapsed + step), ticks + elapsed * 1_000_000, Duration.ZERO);
    boolean over = elapsed >= ttl * 1000L || elapsed + step >= ttl * 1000L;
    assertThat(validity.isOver(later)).isEqualTo(over);
  }

  @Property
  void backoffs_stay_within_their_bounds(
      @ForAll @IntRange(min = 0, max = 1_000_000) int tries,
      @ForAll @IntRange(min = 1, max = 86_400) int ttl,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long seed) {
    Jitter jitter = new Jitter(new java.util.Random(seed));
    assertThat(jitter.backoff(tries)).isBetween(Duration.ofMillis(2), Duration.ofMillis(250));
    assertThat(jitter.share(0.8)).isBetween(0.8, 1.0);
    Ttl lease = Ttl.ofSeconds(ttl);
    assertThat(KeptGrant.retryAfter(tries, lease))
        .isBetween(Duration.ofMillis(10), Duration.ofSeconds(1));
    assertThat(Keepers.lookInterval(lease))
        .isLessThanOrEqualTo(Duration.ofSeconds(10))
        .isLessThanOrEqualTo(lease.duration().dividedBy(3));
    assertThat(KillGrace.CHILD_PROCESS.of(lease))
        .isLessThanOrEqualTo(Duration.ofSeconds(5))
        .isLessThanOrEqualTo(lease.duration().dividedBy(6));
    assertThat(Gating.needed(lease))
        .isLessThanOrEqualTo(Duration.ofSeconds(60))
        .isLessThanOrEqualTo(lease.duration().dividedBy(3));
  }

  @Property
  void P7_a_write_for_an_exact_version_can_land_on_that_version_only(
      @ForAll @IntRange(min = 0, max = 3) int expected, @ForAll @IntRange(min = 0, max = 3) int v) {
    Write write =
        new Write.Plain(
            dev.prlease.spi.Expected.exactly(new SlotVersion("" + expected)),
            dev.prlease.spi.Change.vacate(Fence.NONE),
            at(0));
    assertThat(write.mayLandOn(new SlotVersion("" + v))).isEqualTo(expected == v);
  }
}
