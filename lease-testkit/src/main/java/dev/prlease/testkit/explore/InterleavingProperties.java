package dev.prlease.testkit.explore;

import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.testkit.StoreFixture;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Scenarios that nobody thought of, in orders that nobody thought of, as jqwik properties: a
 * failure is shrunk to a small scenario, and tells its seed.
 *
 * <p>Applied like {@link InterleavingContract}; needs jqwik's engine.
 */
public abstract class InterleavingProperties {
  private static final int SCHEDULES = 5;
  private static final Ttl MINUTE = Ttl.ofSeconds(60);

  /** For subclasses. */
  protected InterleavingProperties() {}

  /** Makes a fresh, empty place for slots; called once a try, which closes it. */
  protected abstract StoreFixture newPlace() throws Exception;

  @Property(tries = 150)
  void whatever_sessions_do_and_whatever_happens_one_owns_the_key(
      @ForAll("scenarios") Scenario scenario, @ForAll long seed) throws Exception {
    try (StoreFixture place = newPlace();
        Explorer explorer = new Explorer(place::open)) {
      explorer.sample(scenario, Stops.AROUND_CALLS, seed, SCHEDULES);
    }
  }

  @Provide
  Arbitrary<Scenario> scenarios() {
    return Combinators.combine(
            players(), Arbitraries.integers().between(0, 3).flatMap(this::happenings))
        .as((players, happenings) -> new Scenario(players, happenings, MINUTE, Duration.ZERO));
  }

  private Arbitrary<List<Scenario.Player>> players() {
    // Two sessions at least, and now and then a further process of the first.
    return Combinators.combine(player("alice"), player("bob"), player("alice"), chance())
        .as((alice, bob, again, more) -> more ? List.of(alice, bob, again) : List.of(alice, bob));
  }

  private static Arbitrary<Boolean> chance() {
    return Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true));
  }

  private static Arbitrary<Scenario.Player> player(String name) {
    return Arbitraries.of(Act.class)
        .list()
        .ofMinSize(0)
        .ofMaxSize(4)
        .map(acts -> acts.isEmpty() ? List.of(Act.ACQUIRE) : acts)
        .map(acts -> new Scenario.Player(SessionId.of(name), acts, Duration.ZERO));
  }

  private Arbitrary<List<Happening>> happenings(int count) {
    return happening().list().ofSize(count);
  }

  private static Arbitrary<Happening> happening() {
    Arbitrary<Integer> anybody = Arbitraries.integers().between(0, 1);
    return Arbitraries.oneOf(
        Arbitraries.of(1L, 20_000L, 59_999L, 60_000L)
            .map(millis -> new Happening.Pass(Duration.ofMillis(millis))),
        anybody.map(Happening.Crash::new),
        anybody.map(Happening.LoseAnswer::new),
        anybody.map(Happening.LoseRequest::new),
        anybody.map(Happening.LandLate::new),
        Arbitraries.of(
            new Happening.OlderRewrite(),
            new Happening.OlderAcquire(),
            new Happening.OlderRelease()));
  }
}
