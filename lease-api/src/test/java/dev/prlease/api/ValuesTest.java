package dev.prlease.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ValuesTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  @Test
  void a_ttl_is_15_minutes_by_default() {
    assertThat(Ttl.DEFAULT.duration()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void a_ttl_under_one_second_is_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Ttl.of(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> Ttl.of(Duration.ofSeconds(-5)));
    assertThatIllegalArgumentException().isThrownBy(() -> Ttl.of(Duration.ofMillis(999)));
  }

  @Test
  void a_ttl_over_24_hours_is_cut_and_says_so() {
    Ttl ttl = Ttl.of(Duration.ofDays(400));

    assertThat(ttl.duration()).isEqualTo(Duration.ofHours(24));
    assertThat(ttl.requested()).contains(Duration.ofDays(400));
    assertThat(Ttl.of(Duration.ofSeconds(Long.MAX_VALUE)).seconds()).isEqualTo(86_400);
    assertThat(Ttl.of(Duration.ofHours(24)).requested()).isEmpty();
  }

  @Test
  void a_fraction_of_a_second_is_rounded_up_because_records_carry_whole_seconds() {
    assertThat(Ttl.of(Duration.ofMillis(1001)).seconds()).isEqualTo(2);
    assertThat(Ttl.of(Duration.ofMillis(86_399_001)).seconds()).isEqualTo(86_400);
  }

  @Property
  void a_foreign_ttl_is_forced_into_range(@ForAll long seconds) {
    assertThat(Ttl.lenient(seconds).seconds()).isBetween(1L, 86_400L);
  }

  @Property
  void P2_a_new_holding_has_a_greater_fence_than_the_slot_and_than_the_clock(
      @ForAll @LongRange(min = 0, max = (1L << 53) - 1) long stored,
      @ForAll @LongRange(min = 0, max = 4_102_444_800_000L) long millis) {
    Fence next = new Fence(stored).nextAtLeast(Fence.at(Instant.ofEpochMilli(millis)));

    assertThat(next.value()).isGreaterThan(stored).isGreaterThanOrEqualTo(millis * 1000);
  }

  @Test
  void a_fence_out_of_range_counts_as_none() {
    assertThat(Fence.lenient(-1)).isEqualTo(Fence.NONE);
    assertThat(Fence.lenient((1L << 53) + 1)).isEqualTo(Fence.NONE);
    assertThat(Fence.lenient(Long.MAX_VALUE)).isEqualTo(Fence.NONE);
    assertThat(Fence.lenient(1L << 53).value()).isEqualTo(1L << 53);
    assertThatIllegalArgumentException().isThrownBy(() -> new Fence(-1));
  }

  @Test
  void the_largest_fence_blocks_nobody() {
    Fence proposed = new Fence(1000);

    assertThat(new Fence(Fence.MAX_VALUE).nextAtLeast(proposed)).isEqualTo(proposed);
  }

  @Test
  void a_clock_far_beyond_its_range_still_makes_a_fence() {
    assertThat(Fence.at(Instant.ofEpochSecond(Long.MAX_VALUE / 10_000_000)).value())
        .isLessThanOrEqualTo(Fence.MAX_VALUE);
    assertThat(Fence.at(Instant.EPOCH.minusSeconds(5)).isPresent()).isTrue();
  }

  @Test
  void a_record_expires_at_acquired_plus_ttl_exactly() {
    Instant acquired = Instant.parse("2026-07-26T18:42:42.123456789Z");
    LeaseRecord record = LeaseRecord.of(KEY, SessionId.of("a"), acquired, Ttl.ofSeconds(900));

    assertThat(record.isExpired(acquired.plusSeconds(900).minusNanos(1))).isFalse();
    assertThat(record.isExpired(acquired.plusSeconds(900))).isTrue();
  }

  @Test
  void an_absurd_acquired_at_cannot_overflow() {
    LeaseRecord record = LeaseRecord.of(KEY, SessionId.of("a"), Instant.MAX, Ttl.DEFAULT);

    assertThat(record.expiresAt()).isEqualTo(Instant.MAX);
  }

  @Test
  void L22_our_own_times_are_cut_to_milliseconds() {
    assertThat(LeaseRecord.cut(Instant.parse("2026-07-26T18:42:42.123999999Z")))
        .isEqualTo(Instant.parse("2026-07-26T18:42:42.123Z"));
  }

  @Test
  void L28_random_ids_have_128_bits_and_differ() {
    assertThat(SessionId.random().value()).matches("[0-9a-f]{32}");
    assertThat(SessionId.random()).isNotEqualTo(SessionId.random());
    assertThat(GrantId.random()).isNotEqualTo(GrantId.random());
    assertThat(WriteId.random()).isNotEqualTo(WriteId.random());
  }

  @Test
  void session_ids_are_1_to_200_characters_that_print() {
    assertThat(SessionId.of("x".repeat(200)).value()).hasSize(200);
    assertThat(SessionId.of("büro 7/🦊").value()).isEqualTo("büro 7/🦊");
    for (String bad :
        new String[] {
          "", " ", "x".repeat(201), "a\nb", "a\u0000", "a\u202eb", "\ud800", "s\ufffd"
        }) {
      assertThatIllegalArgumentException().isThrownBy(() -> SessionId.of(bad));
    }
    assertThat(SessionId.verbatim("").value()).isEmpty();
  }

  @Test
  void errors_say_what_happened_to_what_and_what_to_do() {
    LeaseRecord record = LeaseRecord.of(KEY, SessionId.of("other"), Instant.EPOCH, Ttl.DEFAULT);
    AlreadyHeldException error = new AlreadyHeldException(KEY, record, "memory:x");

    assertThat(error).hasMessage("acme/app#42 is already being driven by session other");
    assertThat(error.code()).isEqualTo("already-held");
    assertThat(error.nextStep()).startsWith("Stand down");
    assertThat(error.key()).contains(KEY);
    assertThat(error.since()).isEqualTo(Instant.EPOCH);
    assertThat(error.until()).isEqualTo(Instant.EPOCH.plusSeconds(900));
  }
}
