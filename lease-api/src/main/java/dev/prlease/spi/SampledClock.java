package dev.prlease.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The time of somebody else, an <em>authority</em> such as a database server, told from samples:
 * for a {@link TimeAuthority}. Reading it never asks anybody.
 *
 * <p><b>What it promises.</b> The authority's time is within {@link #uncertainty} of {@link #now}.
 * A sample says what the time was when it was asked for, give or take half the round trip. Since
 * then the machine's ticks have counted, and may count wrong by some millionths. The wall clock has
 * counted too, and by whatever the two disagree one of them is wrong: the ticks, if the machine
 * slept for a moment, or the wall clock, if somebody set it. All of that, and how far the
 * authority's own nodes may be apart, makes up the uncertainty.
 *
 * <p><b>When it does not know the time</b> ({@link Clock#UNKNOWN_UNCERTAINTY}): before the first
 * sample; when wall clock and ticks disagree by more than 50 ms and 200 millionths of what passed,
 * which is a step of the clock or a sleep of the machine; when too long no sample succeeded; and
 * when a sample contradicts the one before, until a further one says the same. It then asks again
 * at once and every second. Meanwhile {@link #now} is by ticks or by wall clock, whichever is
 * later, so that nobody thinks that a deadline is still ahead that passed in a sleep.
 *
 * <p><b>It never goes back</b> while it knows the time. Where a sample shows that it was ahead,
 * which its uncertainty had allowed for, it stands still until the time has caught up, and is the
 * more uncertain for that.
 *
 * <p>What it cannot notice is a sleep and a step of the wall clock that undo each other to within
 * those 50 ms, both between two looks a second apart.
 *
 * <p>Safe for use by several threads at once; nothing here waits, but {@link #sample} for its
 * answer.
 */
public final class SampledClock implements Clock, AutoCloseable {
  private static final Duration MOST_DISAGREEMENT = Duration.ofMillis(50);
  private static final int MOST_DISAGREEMENT_PPM = 200;

  /** How often it looks whether the clock stepped, and whether a sample is due. */
  private static final Duration BEAT = Duration.ofSeconds(1);

  /**
   * The end of the year 9999: beyond it, dates cannot be written, and soon not be reckoned with.
   */
  private static final Instant FARTHEST = Instant.ofEpochSecond(253_402_300_799L);

  /** Asks the authority for its time. */
  @FunctionalInterface
  public interface Source {
    /**
     * The authority's time, read by it after this call began and before it returns. May block, for
     * a bounded time.
     *
     * @throws Exception if there was no answer; its message is told by {@link #trouble}
     */
    Instant ask() throws Exception;
  }

  /** A call to the authority that is made for another reason, and whose answer tells its time. */
  @FunctionalInterface
  public interface Trip {
    /**
     * Takes the answer for a sample. Whoever has none leaves it out.
     *
     * @param time the authority's, read by it after the trip began and before this is called
     * @return whether it was of use; otherwise {@link #trouble} tells why it was not
     */
    boolean answered(Instant time);
  }

  /** What is thought of the sample at hand. */
  private enum Trust {
    /** The time is known by it. */
    KNOWN,
    /** Clock or machine stepped since. */
    STEPPED,
    /** It contradicts the one before. */
    DOUBTED
  }

  private final Source source;
  private final Clock machine;
  private final Scheduler scheduler;
  private final Sampling how;
  private final Duration halfOfEndurance;
  private final AtomicBoolean underWay = new AtomicBoolean();

  // All guarded by this.
  private @Nullable TimeSample sample;
  private Trust trust = Trust.STEPPED;
  private Duration disagreement = Duration.ZERO;
  private @Nullable Instant last;
  private @Nullable String trouble = "no sample was taken yet";
  private long due;

  private Scheduler.@Nullable Handle beat;

  private SampledClock(Source source, Clock machine, Scheduler scheduler, Sampling how) {
    this.source = Objects.requireNonNull(source, "source");
    this.machine = Objects.requireNonNull(machine, "machine");
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    this.how = Objects.requireNonNull(how, "how");
    this.halfOfEndurance = how.endurance().dividedBy(2);
    this.due = machine.ticks();
  }

  /**
   * A clock that samples in the background from now on, the first time within a second. Whoever
   * needs the time sooner calls {@link #sample}.
   *
   * @param machine the machine's clock, whose uncertainty does not matter here
   * @param scheduler for the samples, which are tasks of it; if it refuses one, the clock goes on
   *     without, and in the end does not know the time any more
   */
  public static SampledClock start(
      Source source, Clock machine, Scheduler scheduler, Sampling how) {
    SampledClock clock = new SampledClock(source, machine, scheduler, how);
    Duration period = how.period().compareTo(BEAT) < 0 ? how.period() : BEAT;
    clock.keep(scheduler.every(period, clock::look));
    return clock;
  }

  private synchronized void keep(Scheduler.Handle handle) {
    beat = handle;
  }

  @Override
  public Instant now() {
    return reading().now();
  }

  @Override
  public long ticks() {
    return machine.ticks();
  }

  @Override
  public Duration uncertainty() {
    return reading().uncertainty();
  }

  @Override
  public Reading reading() {
    Reading reading;
    boolean stepped;
    synchronized (this) {
      Trust before = trust;
      reading = read(TickedWall.of(machine));
      stepped = before == Trust.KNOWN && trust == Trust.STEPPED;
    }
    if (stepped) {
      sampleAside();
    }
    return reading;
  }

  /**
   * Why the last sample was of no use; empty if it was. Fit for print if the source's errors are.
   */
  public synchronized Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /**
   * Asks now, on the calling thread.
   *
   * @return whether the answer was of use; otherwise {@link #trouble} tells why it was not
   */
  public boolean sample() {
    TickedWall start = TickedWall.of(machine);
    Instant answer;
    try {
      answer = source.ask();
    } catch (Exception failed) {
      if (failed instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return useless(String.valueOf(failed.getMessage()));
    }
    if (Objects.isNull(answer)) {
      return useless("the answer was null");
    }
    return take(start, answer);
  }

  /**
   * Begins a trip now. What the authority says on such trips bounds its time as samples do: whoever
   * calls it often learns soon that its clock was set. The samples of the clock's own go on as they
   * would: a trip that had to wait for others is none to go by for long.
   */
  public Trip trip() {
    TickedWall start = TickedWall.of(machine);
    return time -> answered(start, time);
  }

  private synchronized boolean answered(TickedWall start, Instant time) {
    long ownDue = due;
    boolean isOfUse = take(start, time);
    if (isOfUse) {
      due = ownDue;
    }
    return isOfUse;
  }

  private synchronized boolean take(TickedWall start, Instant answer) {
    TickedWall end = TickedWall.of(machine);
    if (answer.isBefore(Instant.EPOCH) || answer.isAfter(FARTHEST)) {
      return useless("the answer is no time of these: " + answer);
    }
    TimeSample taken = TimeSample.of(start, end, answer, how.resolution());
    if (isStep(start, end)) {
      return useless("the clock stepped or the machine slept while it was asked");
    }
    Reading now = read(end);
    TimeSample base = sample;
    if (base != null && trust == Trust.KNOWN && isKnown(now)) {
      return takeAfter(base, now, taken, end);
    }
    boolean agrees = trust != Trust.DOUBTED || base == null || agrees(base, taken, end);
    if (trust == Trust.DOUBTED) {
      last = null; // what was promised before the contradiction binds nobody
    }
    adopt(taken, end, agrees ? Trust.KNOWN : Trust.DOUBTED);
    return agrees;
  }

  private boolean takeAfter(TimeSample base, Reading now, TimeSample taken, TickedWall end) {
    if (!agrees(base, taken, end)) {
      adopt(taken, end, Trust.DOUBTED);
      return false;
    }
    Duration error =
        taken.errorAt(end, how.driftPpm()).plus(end.disagreement(taken.start())).plus(how.skew());
    boolean isOld = end.since(base.start()).compareTo(halfOfEndurance) > 0;
    if (isOld || error.compareTo(now.uncertainty()) <= 0) {
      adopt(taken, end, Trust.KNOWN);
    } else {
      next(end, how.period()); // a slow answer makes nothing worse
      trouble = null;
    }
    return true;
  }

  /** Whether both samples can be true. */
  private boolean agrees(TimeSample one, TimeSample other, TickedWall at) {
    if (isStep(one.start(), at)) {
      return false; // nobody knows what passed between the two
    }
    Duration apart = TickedWall.size(Duration.between(one.at(at), other.at(at)));
    Duration allowed =
        one.errorAt(at, how.driftPpm())
            .plus(other.errorAt(at, how.driftPpm()))
            .plus(atLeast(disagreement, at.disagreement(one.start())))
            .plus(how.skew());
    return apart.compareTo(allowed) <= 0;
  }

  private static Duration atLeast(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private void adopt(TimeSample taken, TickedWall end, Trust trusted) {
    sample = taken;
    trust = trusted;
    disagreement = end.disagreement(taken.start());
    if (trusted == Trust.KNOWN) {
      trouble = null;
      next(end, how.period());
    } else {
      trouble = "the last two answers contradict each other";
      next(end, BEAT);
    }
  }

  private synchronized boolean useless(String why) {
    trouble = why;
    next(TickedWall.of(machine), BEAT);
    return false;
  }

  private void next(TickedWall from, Duration in) {
    Duration period = how.period();
    due = from.ticks() + (in.compareTo(period) < 0 ? in : period).toNanos();
  }

  /** What the clock shows at {@code at}, and from now on. */
  private Reading read(TickedWall at) {
    TimeSample base = sample;
    if (base == null) {
      return new Reading(at.wall(), at.ticks(), UNKNOWN_UNCERTAINTY);
    }
    if (trust == Trust.KNOWN && isStep(base.start(), at)) {
      trust = Trust.STEPPED;
      due = at.ticks();
      trouble = "the clock stepped or the machine slept";
    }
    if (trust != Trust.KNOWN || at.since(base.start()).compareTo(how.endurance()) > 0) {
      return new Reading(base.atLatest(at), at.ticks(), UNKNOWN_UNCERTAINTY);
    }
    disagreement = atLeast(disagreement, at.disagreement(base.start()));
    Instant time = base.at(at);
    Duration error = base.errorAt(at, how.driftPpm()).plus(disagreement).plus(how.skew());
    if (last != null && time.isBefore(last)) {
      error = error.plus(Duration.between(time, last));
      time = last;
    }
    last = time;
    return new Reading(
        time, at.ticks(), error.compareTo(UNKNOWN_UNCERTAINTY) < 0 ? error : UNKNOWN_UNCERTAINTY);
  }

  private static boolean isStep(TickedWall start, TickedWall at) {
    long allowed = TimeSample.share(at.since(start).toNanos(), MOST_DISAGREEMENT_PPM);
    return at.disagreement(start).compareTo(MOST_DISAGREEMENT.plusNanos(allowed)) > 0;
  }

  private static boolean isKnown(Reading reading) {
    return reading.uncertainty().compareTo(UNKNOWN_UNCERTAINTY) < 0;
  }

  /** A timer: quick, and it asks nobody. */
  private void look() {
    reading();
    boolean isDue;
    synchronized (this) {
      isDue = machine.ticks() - due >= 0;
    }
    if (isDue) {
      sampleAside();
    }
  }

  private void sampleAside() {
    if (!underWay.compareAndSet(false, true)) {
      return;
    }
    try {
      scheduler.execute(this::sampleOnce);
    } catch (RuntimeException refused) {
      underWay.set(false); // the scheduler is closed: without samples the time becomes unknown
    }
  }

  private void sampleOnce() {
    try {
      sample();
    } finally {
      underWay.set(false);
    }
  }

  /** Ends the sampling; some time later the clock does not know the time any more. Idempotent. */
  @Override
  public synchronized void close() {
    if (beat != null) {
      beat.cancel();
    }
  }

  @Override
  public String toString() {
    return "sampled clock";
  }
}
