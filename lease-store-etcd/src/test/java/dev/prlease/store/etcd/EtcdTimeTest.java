package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Finding;
import dev.prlease.spi.SkewedClock;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** P10: whose time a store goes by. */
final class EtcdTimeTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");

  /** A machine whose wall clock is ten minutes behind. */
  private record Behind(Clock machine) implements Clock {
    @Override
    public Instant now() {
      return machine.now().minus(Duration.ofMinutes(10));
    }

    @Override
    public long ticks() {
      return machine.ticks();
    }
  }

  private static EtcdStoreOptions options(EtcdEndpoint... endpoints) {
    return EtcdStoreOptions.of(List.of(endpoints)).withPrefix("time");
  }

  private static StoreContext context(Clock clock) {
    return new StoreContext(clock, Engine.context().scheduler(), Map.of());
  }

  @Test
  void L18_without_a_skew_it_is_the_clusters_whatever_the_machine_believes() {
    Clock truth = new SystemClock();
    try (EtcdLeaseStore store =
        EtcdLeaseStore.open(options(Engine.one().get(0)), context(new Behind(truth)))) {
      Clock.Reading read = store.clock().reading();
      Duration off = Duration.between(truth.now(), read.now()).abs();
      assertThat(off).isLessThanOrEqualTo(read.uncertainty());
      assertThat(read.uncertainty())
          .as("a second that members may be apart, and half of what Date counts in")
          .isGreaterThanOrEqualTo(Duration.ofMillis(1_500));
      assertThat(store.clock()).isSameAs(store.clock());
    }
  }

  @Test
  void with_a_skew_it_is_the_machines() {
    try (EtcdLeaseStore store =
        EtcdLeaseStore.open(
            options(Engine.one().get(0)).withMaxClockSkew(Duration.ofSeconds(2)),
            Engine.context())) {
      assertThat(store.clock()).isInstanceOf(SkewedClock.class);
      assertThat(store.clock().uncertainty()).isEqualTo(Duration.ofSeconds(2));
    }
  }

  @Test
  void the_time_of_the_second_member_does_where_the_first_is_gone() {
    EtcdEndpoint nobody = new EtcdEndpoint("127.0.0.1", 1);
    try (EtcdLeaseStore store =
        EtcdLeaseStore.open(options(nobody, Engine.one().get(0)), Engine.context())) {
      assertThat(store.clock().uncertainty()).isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void P10_while_nobody_tells_the_time_nothing_is_acquired() {
    try (EtcdLeaseStore store =
            EtcdLeaseStore.open(options(new EtcdEndpoint("127.0.0.1", 1)), Engine.context());
        LeaseManager manager = LeaseManager.on(store).build()) {
      assertThat(store.clock().uncertainty()).isEqualTo(Clock.UNKNOWN_UNCERTAINTY);
      Assertions.assertThatThrownBy(
              () -> manager.acquire(KEY, SessionId.of("alice"), Ttl.ofSeconds(60)))
          .isInstanceOf(LeaseStoreException.class)
          .hasMessageContaining("does not know the time");
    }
  }

  @Test
  void P10_of_members_whose_clocks_are_apart_none_is_believed_whichever_is_asked_first()
      throws Exception {
    EtcdEndpoint right = Engine.one().get(0);
    try (WrongDate alsoRight = new WrongDate(right, Duration.ZERO);
        WrongDate wrong = new WrongDate(right, Duration.ofSeconds(30))) {
      assertUnknown(right, wrong.endpoint());
      assertUnknown(wrong.endpoint(), right);
      assertUnknown(new EtcdEndpoint("127.0.0.1", 1), right, wrong.endpoint());
      assertUnknown(right, alsoRight.endpoint(), wrong.endpoint());
    }
    try (WrongDate slow = new WrongDate(right, Duration.ofSeconds(-4))) {
      assertUnknown(right, slow.endpoint());
    }
  }

  private static void assertUnknown(EtcdEndpoint... members) {
    try (EtcdLeaseStore store = EtcdLeaseStore.open(options(members), Engine.context());
        LeaseManager manager = LeaseManager.on(store).build()) {
      assertThat(store.clock().uncertainty()).isEqualTo(Clock.UNKNOWN_UNCERTAINTY);
      Assertions.assertThatThrownBy(
              () -> manager.acquire(KEY, SessionId.of("alice"), Ttl.ofSeconds(60)))
          .isInstanceOf(LeaseStoreException.class)
          .hasMessageContaining("does not know the time");
    }
  }

  @Test
  void what_the_skew_allows_and_what_Date_cannot_tell_is_not_held_against_members()
      throws Exception {
    EtcdEndpoint right = Engine.one().get(0);
    try (WrongDate hardly = new WrongDate(right, Duration.ofSeconds(1));
        EtcdLeaseStore store =
            EtcdLeaseStore.open(options(right, hardly.endpoint()), Engine.context())) {
      assertThat(store.clock().uncertainty()).isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void doctor_names_the_members_that_are_apart_and_those_that_tell_no_time() throws Exception {
    EtcdEndpoint right = Engine.one().get(0);
    try (WrongDate mute = WrongDate.none(right);
        WrongDate wrong = new WrongDate(right, Duration.ofMinutes(1))) {
      List<Finding> apart = clocks(right, mute.endpoint(), wrong.endpoint());
      assertThat(apart)
          .extracting(Finding::level)
          .containsExactly(Finding.Level.WARNING, Finding.Level.ERROR);
      assertThat(apart.get(0).what()).contains(mute.endpoint().toString());
      assertThat(apart.get(1).what())
          .contains(wrong.endpoint() + " is ahead of that of " + right + " by");
      assertThat(apart.get(1).remedy().orElseThrow()).startsWith("Set the members' clocks right");
      assertThat(clocks(mute.endpoint()))
          .extracting(Finding::level)
          .containsExactly(Finding.Level.ERROR);
      assertThat(clocks(right, new EtcdEndpoint("127.0.0.1", 1)))
          .as("of one that does not answer at all, another finding tells")
          .extracting(Finding::level)
          .containsExactly(Finding.Level.OK);
    }
  }

  private static List<Finding> clocks(EtcdEndpoint... members) {
    try (EtcdLeaseStore store = EtcdLeaseStore.open(options(members), Engine.context())) {
      return store.diagnose().stream().filter(each -> each.subject().equals("clock")).toList();
    }
  }
}
