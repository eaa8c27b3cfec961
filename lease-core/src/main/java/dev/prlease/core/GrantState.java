package dev.prlease.core;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One grant as this process knows it: what is behind a {@link PrLease}. Keepers and gates hold on
 * to this and never to the handle, so that a handle that nobody closes can be collected.
 *
 * <h2>Concurrency</h2>
 *
 * Two locks, taken in this order. {@link #turn} is held by whoever writes the slot for this grant,
 * over the store call: one write at a time, and none after a release that holds it. The monitor
 * guards the fields, for a few instructions, and nothing is called while it is held.
 *
 * <p>Looking at the slot takes no turn. So what a look brings may be older than what a renewal has
 * written meanwhile; {@link #revision} tells, and such a look is taken again. A phase is left once:
 * lost and ended are final (rule P2).
 */
final class GrantState {
  /** Told what becomes of the grant; called by any thread, must neither block nor throw. */
  interface Observer {
    /** It was renewed, or was seen to be. */
    void renewed();

    /** It is over for this process. Called once. */
    void over(LeaseEnd end);
  }

  /** For {@link #finish}: whatever is known meanwhile. */
  static final long ANY_REVISION = -1;

  private final Turn turn = new Turn();
  private final Identity identity;
  private final GrantId grantId;
  private final Origin origin;

  // All guarded by this. Collections are replaced as a whole: nearly all of them are empty or have
  // one member, and there may be a hundred thousand grants.
  private final OwnRecords own;
  private List<Write> unsettled = List.of();
  private List<Observer> observers = List.of();
  private Set<GrantId> owed = Set.of();
  private Known known;
  private long revision;
  private @Nullable LeaseEnd end;
  private @Nullable Object handle;
  private boolean calledFor;

  /**
   * @param record as it stands in the slot
   * @param signature the grant that its records carry; empty where an older program dropped what a
   *     handle attached to: that is another process's, and must not get a grant of which that one
   *     knows nothing (rule P14)
   * @param at before it was written or read
   */
  GrantState(
      LeaseRecord record,
      Optional<GrantId> signature,
      SlotVersion version,
      Origin origin,
      Moment at) {
    this.identity = Identity.of(record);
    this.grantId = signature.orElseGet(GrantId::random);
    this.origin = origin;
    this.known = new Known(version, record, Validity.of(record, at));
    this.own = new OwnRecords(signature, record, known.validity());
  }

  Identity identity() {
    return identity;
  }

  GrantId grantId() {
    return grantId;
  }

  Origin origin() {
    return origin;
  }

  /** Held over each write; see the class. */
  Turn turn() {
    return turn;
  }

  synchronized Known known() {
    return known;
  }

  /** Changes whenever {@link #known} does. */
  synchronized long revision() {
    return revision;
  }

  synchronized boolean isOpen() {
    return end == null;
  }

  synchronized @Nullable LeaseEnd end() {
    return end;
  }

  /** What {@code slot}, read after {@code before}, means at {@code now}. Changes nothing. */
  Look interpret(LeaseSlot slot, Moment before, Moment now, SlotSharing sharing, String store) {
    Standing standing = Standing.of(slot, identity, now, sharing);
    if (!(standing instanceof Standing.Ours ours)) {
      return new Look.Over(slot.version(), Standing.refusal(standing, identity, store));
    }
    Validity validity = validityOf(ours.record(), before);
    return validity.isOver(now)
        ? new Look.Over(
            slot.version(),
            new LeaseExpiredException(identity.key(), identity.session(), validity.expiresAt()))
        : new Look.Live(new Known(slot.version(), ours.record(), validity));
  }

  /** Times of our own count from when they were sent; others' from when they were first seen. */
  private synchronized Validity validityOf(LeaseRecord record, Moment before) {
    boolean seenBefore = known.validity().isOf(record);
    return own.validityOf(record)
        .orElseGet(() -> seenBefore ? known.validity() : Validity.of(record, before));
  }

  /**
   * Takes note of a look that began when the revision was {@code since}.
   *
   * @return false if it may be older than what is known: look again
   */
  boolean observe(long since, Look look) {
    List<Observer> toTell;
    synchronized (this) {
      if (revision != since) {
        return false;
      }
      settleBy(look.version());
      if (!(look instanceof Look.Live live) || live.known().version().equals(known.version())) {
        return true;
      }
      toTell = live.known().validity().equals(known.validity()) ? List.of() : tellable();
      known = live.known();
      revision++;
    }
    tell(toTell, Observer::renewed);
    return true;
  }

  /** Until when a record holds that was sent no earlier than {@code at}. */
  synchronized Validity validityOfSent(LeaseRecord record, Moment at) {
    return own.validityOf(record).orElseGet(() -> Validity.of(record, at));
  }

  /** Takes down the times of a record that is about to be sent. */
  synchronized void sending(LeaseRecord record, Moment at) {
    own.addAll(List.of(Validity.of(record, at)), known.record());
  }

  /** Forgets the times of records that were sent, were not written, and never will be. */
  synchronized void neverWritten(List<? extends Write> writes) {
    writes.forEach(write -> write.change().next().ifPresent(own::forget));
  }

  /** Takes note of writes whose outcome nobody knows. */
  synchronized void unsettled(List<? extends Write> writes) {
    List<Write> all = new ArrayList<>(unsettled);
    all.addAll(writes);
    unsettled = List.copyOf(all);
  }

  /** What expected another version than the slot has now can land no more. */
  private void settleBy(SlotVersion version) {
    if (!unsettled.isEmpty()) {
      unsettled = unsettled.stream().filter(write -> write.mayLandOn(version)).toList();
    }
  }

  synchronized boolean hasUnsettled() {
    return !unsettled.isEmpty();
  }

  /**
   * Takes note of a renewal of {@code base} that was answered at {@code now}: it counts only if the
   * grant is still open, and the record that it replaced was not over yet (rule P4).
   *
   * <p>If {@code base} is not what is known any more, a look came first that saw the renewal or
   * something later: then that stays.
   */
  boolean commit(Known base, Known written, Moment now) {
    List<Observer> toTell;
    synchronized (this) {
      settleBy(written.version());
      boolean counts = end == null && !base.validity().isOver(now);
      if (known.version().equals(base.version())) {
        known = counts ? written : new Known(written.version(), written.record(), base.validity());
        revision++;
      }
      if (!counts) {
        return false;
      }
      own.written(written.record());
      toTell = tellable();
    }
    tell(toTell, Observer::renewed);
    return true;
  }

  /** {@code record} with what an older program dropped put back, as of this grant (rule P14). */
  synchronized LeaseRecord restored(LeaseRecord record) {
    return own.restored(record, identity);
  }

  /** Whether the record in the slot lacks what an older program drops, and a renewal restores. */
  synchronized boolean hasLostFields() {
    return own.hasLostFields(known.record());
  }

  /** Whether an older program's record has times that this handle sent (rule P14). */
  synchronized boolean sentTimesOf(LeaseRecord record) {
    return own.sentTimesOf(record);
  }

  /** What {@link #finish} found. */
  enum Finish {
    /** The grant ended by this. */
    DONE,
    /** It was over before. */
    OVER_BEFORE,
    /** More is known by now than what the decision was made from: decide again. */
    OVERTAKEN
  }

  /** Records with {@code times}, which another handle sent, may be freed by this one now. */
  synchronized void inheritTimes(List<Validity> times) {
    own.addAll(times, known.record());
  }

  synchronized List<Validity> times() {
    return own.times();
  }

  /** The same, but for the record that was found when the handle was made. */
  synchronized List<Validity> timesOfItsWrites() {
    return own.timesOfWrites();
  }

  /**
   * Ends the grant for this process, if {@code since} is still the revision. Observers are told,
   * after {@code beforeTelling}.
   */
  Finish finish(LeaseEnd how, long since, Runnable beforeTelling) {
    List<Observer> toTell;
    synchronized (this) {
      if (end != null) {
        return Finish.OVER_BEFORE;
      }
      if (since != ANY_REVISION && since != revision) {
        return Finish.OVERTAKEN;
      }
      end = how;
      toTell = observers;
      observers = List.of();
    }
    try {
      beforeTelling.run();
    } finally {
      tell(toTell, observer -> observer.over(how));
    }
    return Finish.DONE;
  }

  /** What one throws keeps no other from being told. */
  private static void tell(List<Observer> observers, Consumer<Observer> news) {
    for (Observer observer : observers) {
      try {
        news.accept(observer);
      } catch (Throwable failed) {
        Log.CORE.error("whoever watches over a lease failed", failed);
      }
    }
  }

  /** These grants too are still to be freed in the store. */
  synchronized void owe(Set<GrantId> grants) {
    owed = with(owed, grants);
  }

  /** These need not be freed any more. */
  synchronized void paid(Set<GrantId> grants) {
    owed = owed.stream().filter(grant -> !grants.contains(grant)).collect(toUnmodifiableSet());
  }

  private static Set<GrantId> with(Set<GrantId> some, Set<GrantId> more) {
    Set<GrantId> all = new HashSet<>(some);
    all.addAll(more);
    return Set.copyOf(all);
  }

  synchronized boolean owes(GrantId grant) {
    return owed.contains(grant);
  }

  synchronized Set<GrantId> owed() {
    return owed;
  }

  /** Adds an observer; one that comes too late is told of the end at once. */
  void observe(Observer observer) {
    LeaseEnd over;
    synchronized (this) {
      over = end;
      if (over == null) {
        add(observer);
      }
    }
    if (over != null) {
      observer.over(over);
    }
  }

  /** The same, unless an observer of that very class is there: then false. */
  boolean observeAlone(Observer observer) {
    LeaseEnd over;
    synchronized (this) {
      for (Observer other : observers) {
        if (other.getClass() == observer.getClass()) {
          return false;
        }
      }
      over = end;
      if (over == null) {
        add(observer);
      }
    }
    if (over != null) {
      observer.over(over);
    }
    return true;
  }

  private void add(Observer observer) {
    List<Observer> all = new ArrayList<>(observers);
    all.add(observer);
    observers = List.copyOf(all);
  }

  synchronized void forget(Observer observer) {
    observers = observers.stream().filter(other -> other != observer).toList();
  }

  private List<Observer> tellable() {
    return end == null ? observers : List.of();
  }

  /** A call of the store for this grant alone begins, which may hang. */
  synchronized void callBegins() {
    calledFor = true;
  }

  synchronized void callEnds() {
    calledFor = false;
  }

  /** Whether a keeper's call for this grant alone is under way. */
  synchronized boolean isCalledFor() {
    return calledFor;
  }

  /** Holds on to what tells when the handle is collected or not. */
  synchronized void watchHandle(Object reference) {
    handle = reference;
  }

  /** Whether {@code reference} was held on to, and lets go of it. */
  synchronized boolean forgetHandle(Object reference) {
    boolean was = handle == reference;
    handle = was ? null : handle;
    return was;
  }

  synchronized void forgetHandle() {
    handle = null;
  }
}
