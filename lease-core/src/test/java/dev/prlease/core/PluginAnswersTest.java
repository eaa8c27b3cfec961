package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.LoadResult.Answered;
import dev.prlease.spi.Registration;
import dev.prlease.spi.TimeAuthority;
import dev.prlease.spi.Watchable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Plugins are code of others: whatever they answer, core says whose fault it is and goes on. */
final class PluginAnswersTest {
  /** A store whose answers are tampered with. */
  private static final class Liar extends TestStore implements Watchable {
    UnaryOperator<LeaseSlot> onLoad = UnaryOperator.identity();
    UnaryOperator<Exchange> onExchange = UnaryOperator.identity();
    UnaryOperator<List<ListedSlot>> lists = UnaryOperator.identity();
    UnaryOperator<List<ExchangeResult>> batches = UnaryOperator.identity();
    UnaryOperator<List<LoadResult>> batchLoads = UnaryOperator.identity();

    @Override
    public synchronized LeaseSlot load(LeaseKey key) {
      return onLoad.apply(super.load(key));
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      UnaryOperator<Exchange> once = onExchange;
      onExchange = UnaryOperator.identity();
      return once.apply(super.compareAndExchange(key, expected, change));
    }

    @Override
    public synchronized List<ListedSlot> list(LeaseFilter filter) {
      return lists.apply(super.list(filter));
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      return batchLoads.apply(super.loadAll(keys));
    }

    @Override
    public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
      UnaryOperator<List<ExchangeResult>> once = batches;
      batches = UnaryOperator.identity();
      return once.apply(super.exchangeAll(requests));
    }

    @Override
    public Registration watch(LeaseKey key, Runnable onChange) {
      return nothing();
    }
  }

  private static final LeaseKey OTHER = LeaseKey.pullRequest("acme/app", 43);

  private final Liar store = new Liar();
  private final World world = new World(store);

  /** What no port may return, and plugins do. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // that is the point
  private static <T> T nothing() {
    return null;
  }

  private static void assertBlames(String method, ThrowingCallable call) {
    LeaseStoreException error = catchThrowableOfType(LeaseStoreException.class, call);
    assertThat(error).as("the error").isNotNull();
    assertThat(error).hasMessageContaining(Liar.class.getName()).hasMessageContaining(method);
  }

  private static List<UnaryOperator<Exchange>> senselessAnswers() {
    return List.of(
        answer -> nothing(),
        answer -> new Exchange.Swapped(nothing()),
        answer -> new Exchange.Swapped(new LeaseSlot.Held(nothing(), nothing(), nothing())),
        answer -> new Exchange.Swapped(LeaseSlot.Vacant.absent(answer.slot().version())),
        answer ->
            new Exchange.Swapped(
                answer.slot() instanceof LeaseSlot.Held held
                    ? new LeaseSlot.Held(
                        held.version(), held.record().withGrantId(ofNobody()), held.writeId())
                    : new LeaseSlot.Unreadable(
                        answer.slot().version(),
                        LeaseSlot.Defect.CORRUPT,
                        "test",
                        Optional.empty())));
  }

  private static GrantId ofNobody() {
    return GrantId.random();
  }

  @Test
  void a_senseless_answer_to_a_write_is_an_unknown_outcome_and_settled() {
    for (UnaryOperator<Exchange> senseless : senselessAnswers()) {
      store.onExchange = senseless;
      PrLease lease = world.manager.acquire(KEY, A, TTL);
      lease.assertOwned();
      assertThat(world.record().grantId()).contains(lease.grantId());
      store.onExchange = senseless;
      lease.renew();
      store.onExchange = senseless;
      lease.release();
      assertThat(world.isFree()).isTrue();
    }
  }

  @Test
  void what_stays_unknown_after_a_senseless_answer_says_whose_fault_it_is_and_is_given_back() {
    store.onExchange =
        answer -> {
          store.unreadable(true);
          return nothing();
        };
    assertBlames("compareAndExchange", () -> world.manager.acquire(KEY, A, TTL));
    store.unreadable(false);
    world.advance(Duration.ofSeconds(20));
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void a_slot_that_is_null_or_an_error_that_no_store_should_throw_is_a_failed_store() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    store.onLoad = slot -> nothing();
    assertBlames("load", lease::assertOwned);
    assertBlames("load", () -> world.manager.find(KEY));
    store.onLoad =
        slot -> {
          throw new IllegalStateException("a bug of the store");
        };
    assertBlames("load", lease::assertOwned);
    store.onLoad = UnaryOperator.identity();
    lease.assertOwned();
  }

  @Test
  void a_listing_that_is_null_or_has_null_in_it_is_a_failed_store() {
    world.manager.acquire(KEY, A, TTL);
    List<UnaryOperator<List<ListedSlot>>> senseless =
        List.of(
            list -> nothing(),
            list -> Collections.singletonList(nothing()),
            list -> List.of(ListedSlot.of(nothing(), nothing())));
    for (UnaryOperator<List<ListedSlot>> each : senseless) {
      store.lists = each;
      assertBlames("list", () -> world.manager.list(LeaseFilter.ALL));
    }
  }

  @Test
  void a_batch_with_senseless_results_is_unknown_for_those_and_no_other() {
    List<UnaryOperator<List<ExchangeResult>>> senseless =
        List.of(
            results -> nothing(),
            results -> results.subList(1, results.size()),
            results -> Collections.nCopies(results.size(), nothing()),
            results -> {
              List<ExchangeResult> reversed = new ArrayList<>(results);
              Collections.reverse(reversed);
              return reversed;
            },
            results -> {
              List<ExchangeResult> first = new ArrayList<>(results);
              first.set(0, nothing());
              return first;
            },
            results -> {
              throw new IllegalStateException("a bug of the store");
            });
    List<PrLease> leases =
        List.of(world.manager.acquire(KEY, A, TTL), world.manager.acquire(OTHER, A, TTL));
    leases.forEach(lease -> lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE));
    for (UnaryOperator<List<ExchangeResult>> each : senseless) {
      store.batches = each;
      world.advance(Duration.ofMinutes(20));
      leases.forEach(PrLease::assertOwned);
    }
  }

  @Test
  void a_senseless_answer_to_a_batch_of_loads_names_the_store_and_touches_no_other_key() {
    CheckedStore checked = new CheckedStore(store);
    List<LeaseKey> keys = List.of(KEY, OTHER);
    for (UnaryOperator<List<LoadResult>> each : senselessLoads()) {
      store.batchLoads = each;
      List<LoadResult> results = checked.loadAll(keys);
      assertThat(results).extracting(LoadResult::key).isEqualTo(keys);
      assertBlames(
          "loadAll",
          () -> {
            throw ((LoadResult.Failed) results.get(0)).error();
          });
    }
    assertThat(checked.loadAll(keys).get(1)).as("beside a null").isInstanceOf(Answered.class);
  }

  /** The last one spoils one answer only. */
  private static List<UnaryOperator<List<LoadResult>>> senselessLoads() {
    return List.of(
        results -> nothing(),
        results -> List.of(),
        results -> {
          throw new IllegalStateException("a bug");
        },
        results -> List.of(results.get(1), results.get(0)),
        results -> new ArrayList<>(java.util.Arrays.asList(nothing(), results.get(1))));
  }

  @Test
  void LS_21_a_bug_that_one_key_meets_is_that_keys_failure_where_batches_are_made_one_by_one() {
    store.onLoad =
        slot -> {
          store.onLoad = UnaryOperator.identity();
          return nothing();
        };
    List<LoadResult> results = store.loadAll(List.of(KEY, OTHER));
    assertThat(results.get(0)).isInstanceOf(LoadResult.Failed.class);
    assertThat(results.get(1)).isInstanceOf(Answered.class);
  }

  @Test
  void a_watch_that_is_null_is_no_reason_to_wait_for_ever() {
    world.manager.acquire(KEY, A, TTL);
    assertThatThrownBy(
            () -> world.manager.acquire(KEY, B, TTL, WaitOptions.upTo(Duration.ofMinutes(1))))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining(Liar.class.getName());
  }

  private static final class Timeless extends TestStore implements TimeAuthority {
    @Override
    public Clock clock() {
      return nothing();
    }
  }

  @Test
  void a_time_authority_without_a_clock_is_told_when_the_manager_is_made() {
    assertThatThrownBy(() -> LeaseManager.on(new Timeless()).build())
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining(Timeless.class.getName());
  }

  private static GatedAction<String> action(String name, GatedAction.Outcome outcome) {
    return new GatedAction<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String run(Gate gate) {
        return "done";
      }

      @Override
      public Outcome outcome(String result) {
        return Objects.isNull(outcome) ? new Outcome(nothing(), nothing()) : outcome;
      }
    };
  }

  @Test
  void an_action_that_cannot_tell_its_outcome_has_been_done_all_the_same() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThat(lease.run(action("test", nothing()))).isEqualTo("done");
    assertThat(world.events().get(world.events().size() - 1).type())
        .isEqualTo(AuditEvent.Type.ACTION_FAILED);
  }

  @Test
  void an_action_without_a_name_is_not_started() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThatThrownBy(() -> lease.run(action(nothing(), nothing())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(PluginAnswersTest.class.getName());
  }
}
