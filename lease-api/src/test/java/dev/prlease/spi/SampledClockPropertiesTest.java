package dev.prlease.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever happens to machine and authority, the promise holds. */
final class SampledClockPropertiesTest {
  private static final int DRIFT = 500;
  private static final Duration SKEW = Duration.ofMillis(25);

  /** Something that happens. */
  private interface Happening {
    void in(SimulatedTime world, SampledClock clock);
  }

  /** Named, so that a failure can be read. */
  private record Named(String name, Happening happening) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Named named(String name, Happening happening) {
    return new Named(name, happening);
  }

  private static Arbitrary<Long> nanos(long most) {
    return Arbitraries.longs().between(0, most);
  }

  private static Arbitrary<Named> passing() {
    return nanos(40_000_000_000L)
        .map(by -> named("pass " + by, (world, clock) -> world.pass(Duration.ofNanos(by))));
  }

  private static Arbitrary<Named> sampling() {
    return Combinators.combine(
            nanos(300_000_000),
            nanos(300_000_000),
            Arbitraries.longs().between(-SKEW.toNanos() / 2, SKEW.toNanos() / 2),
            Arbitraries.of(true, true, true, false),
            Arbitraries.of(true, false))
        .as(
            (there, back, ahead, answers, aside) ->
                named(
                    (aside ? "trip " : "sample ")
                        + there
                        + "+"
                        + back
                        + " ahead "
                        + ahead
                        + (answers ? "" : " lost"),
                    (world, clock) -> {
                      world.there = Duration.ofNanos(there);
                      world.back = Duration.ofNanos(back);
                      world.nodeIsAhead = Duration.ofNanos(ahead);
                      world.answers = answers;
                      if (aside && answers) {
                        SampledClock.Trip trip = clock.trip();
                        trip.answered(world.ask());
                      } else {
                        clock.sample();
                      }
                    }));
  }

  private static Arbitrary<Named> drifting() {
    return Arbitraries.longs()
        .between(-DRIFT + 1, DRIFT - 1)
        .map(ppm -> named("drift " + ppm, (world, clock) -> world.ppm = ppm));
  }

  private static Arbitrary<Named> stepping() {
    return Arbitraries.oneOf(
            Arbitraries.longs().between(-80_000_000, 80_000_000),
            Arbitraries.longs().between(-900_000_000_000L, 900_000_000_000L))
        .map(by -> named("set " + by, (world, clock) -> world.set(Duration.ofNanos(by))));
  }

  private static Arbitrary<Named> sleeping() {
    return Arbitraries.oneOf(nanos(80_000_000), nanos(900_000_000_000L))
        .map(by -> named("sleep " + by, (world, clock) -> world.sleep(Duration.ofNanos(by))));
  }

  /** Machines whose clock is set, or which sleep: what undoes the one by the other is not seen. */
  @Provide
  Arbitrary<List<Named>> lives() {
    Arbitrary<Named> set = Arbitraries.oneOf(passing(), sampling(), drifting(), stepping());
    Arbitrary<Named> asleep = Arbitraries.oneOf(passing(), sampling(), drifting(), sleeping());
    return Arbitraries.oneOf(
        set.list().ofMinSize(1).ofMaxSize(30), asleep.list().ofMinSize(1).ofMaxSize(30));
  }

  @Property(tries = 3000)
  void the_true_time_is_always_within_the_uncertainty(
      @ForAll("lives") List<Named> life, @ForAll("resolutions") Duration resolution) {
    SimulatedTime world = new SimulatedTime();
    world.resolution = resolution;
    SampledClock clock = clock(world);
    for (Named each : life) {
      each.happening().in(world, clock);
      Clock.Reading read = clock.reading();
      assertThat(Duration.between(world.truth(), read.now()).abs())
          .as("how far %s is from the true time after %s", read, each)
          .isLessThanOrEqualTo(read.uncertainty());
    }
  }

  @Provide
  Arbitrary<Duration> resolutions() {
    return Arbitraries.of(Duration.ofNanos(1), Duration.ofMillis(1), Duration.ofSeconds(1));
  }

  private static SampledClock clock(SimulatedTime world) {
    return SampledClock.start(
        world,
        world,
        world,
        Sampling.DEFAULTS.withDriftPpm(DRIFT).withSkew(SKEW).withResolution(world.resolution));
  }

  @Property(tries = 1000)
  void it_never_goes_back_from_one_reading_that_knows_the_time_to_the_next(
      @ForAll("lives") List<Named> life) {
    SimulatedTime world = new SimulatedTime();
    SampledClock clock = clock(world);
    Instant last = Instant.MIN;
    for (Named each : life) {
      each.happening().in(world, clock);
      Clock.Reading read = clock.reading();
      if (read.uncertainty().compareTo(Clock.UNKNOWN_UNCERTAINTY) < 0) {
        assertThat(read.now()).as("after %s", each).isAfterOrEqualTo(last);
        last = read.now();
      }
    }
  }

  @Property(tries = 300)
  void an_owner_is_out_before_anybody_else_is_in(
      @ForAll("lives") List<Named> owners, @ForAll("lives") List<Named> others) {
    // Two machines on one authority: by the owner's reading a lease is live, by the other's over.
    // Both readings are at one true time; then the lease's end must lie in both promises.
    SimulatedTime one = new SimulatedTime();
    SimulatedTime two = new SimulatedTime();
    SampledClock owner = clock(one);
    SampledClock other = clock(two);
    for (int i = 0; i < Math.min(owners.size(), others.size()); i++) {
      owners.get(i).happening().in(one, owner);
      others.get(i).happening().in(two, other);
      catchUp(one, two);
      Clock.Reading mine = owner.reading();
      Clock.Reading theirs = other.reading();
      Instant end = one.truth();
      boolean live = end.minus(mine.uncertainty()).isAfter(mine.now());
      boolean over = !end.plus(theirs.uncertainty()).isAfter(theirs.now());
      assertThat(live && over).as("owned and reclaimable at once").isFalse();
      for (long millis = -2_000; millis <= 2_000; millis += 100) {
        Instant at = end.plusMillis(millis);
        boolean owned = at.minus(mine.uncertainty()).isAfter(mine.now());
        boolean free = !at.plus(theirs.uncertainty()).isAfter(theirs.now());
        assertThat(owned && free).as("a lease until %s", at).isFalse();
      }
    }
  }

  private static void catchUp(SimulatedTime one, SimulatedTime two) {
    Duration behind = Duration.between(one.truth(), two.truth());
    (behind.isNegative() ? two : one).pass(behind.abs());
  }

  @Property(tries = 20)
  void many_threads_may_read_while_samples_come(@ForAll("resolutions") Duration resolution)
      throws InterruptedException {
    Clock machine = new SystemClock();
    SimulatedTime unused = new SimulatedTime();
    SampledClock clock =
        SampledClock.start(
            machine::now, machine, unused, Sampling.DEFAULTS.withResolution(resolution));
    clock.sample();
    AtomicBoolean wentBack = new AtomicBoolean();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread reader = new Thread(() -> read(clock, wentBack));
      reader.start();
      readers.add(reader);
    }
    for (int i = 0; i < 200; i++) {
      clock.sample();
    }
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(wentBack).isFalse();
  }

  private static void read(SampledClock clock, AtomicBoolean wentBack) {
    Instant last = Instant.MIN;
    for (int i = 0; i < 2_000; i++) {
      Clock.Reading read = clock.reading();
      if (read.uncertainty().compareTo(Clock.UNKNOWN_UNCERTAINTY) < 0) {
        if (read.now().isBefore(last)) {
          wentBack.set(true);
        }
        last = read.now();
      }
    }
  }
}
