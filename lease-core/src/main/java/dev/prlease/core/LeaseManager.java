package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.GrantId;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Takes, shows and ends leases on one store. Make one with {@link #on}, keep it as long as the
 * program runs, close it at its end.
 *
 * <p>Nothing here is global: two managers, in one process or two, meet only in the store.
 * Thread-safe. Methods that do not declare {@link InterruptedException} finish when interrupted,
 * and keep the flag.
 */
public final class LeaseManager implements AutoCloseable {
  private final Core core;
  private final Holdings holdings = new Holdings();
  private final LooseEnds looseEnds;
  private final Acquiring acquiring;
  private final Ending ending;
  private final Looking looking;
  private final Renewing renewing;
  private final Operating operating;
  private final Breaking breaking;
  private final Leaks leaks;
  private final Keepers keepers;
  private final Gating gating;
  private final Closing closing;

  LeaseManager(Core core, Closing.SchedulerIs scheduler) {
    this.core = core;
    this.looseEnds = new LooseEnds(core);
    this.acquiring = new Acquiring(core, holdings, looseEnds);
    Debts debts = new Debts(core);
    OpenGates gates = new OpenGates(core);
    this.ending = new Ending(core, holdings, debts, gates);
    this.looking = new Looking(core, ending);
    this.renewing = new Renewing(core, holdings, looking, ending);
    this.operating = new Operating(core, looseEnds);
    this.breaking = new Breaking(core);
    this.leaks = new Leaks(ending);
    StepWatch steps = new StepWatch(core, leaks);
    this.keepers = new Keepers(core, holdings, looking, renewing, ending, steps);
    this.gating = new Gating(core, looking, renewing, ending, steps, gates);
    this.closing =
        new Closing(core, holdings, looseEnds, debts, ending, leaks, keepers, gates, scheduler);
  }

  /** Starts to set up a manager on {@code store}, which stays the caller's to close. */
  public static LeaseManagerBuilder on(LeaseStore store) {
    return new LeaseManagerBuilder(store);
  }

  /**
   * Acquires {@code key} for {@code session}: it is free, or its record is expired or unreadable,
   * or the session holds it already.
   *
   * @throws AlreadyHeldException if another session holds it: stand down
   * @throws KeyMismatchException if its slot holds a record of another key
   * @throws dev.prlease.api.ContentionException if others kept writing the slot
   * @throws LeaseStoreException if the store failed; where the outcome is unknown and the lease
   *     turns out to be taken, this manager gives it back
   * @throws LeaseConfigurationException if the TTL is too short for the clock, or the key is an
   *     issue's: leases on issues are claims, see {@link #claims}
   * @throws IllegalArgumentException if the session may not become an owner, see {@link
   *     SessionId#of}
   */
  public PrLease acquire(LeaseKey key, SessionId session, Ttl ttl) {
    Acquisition acquisition = tryAcquire(key, session, ttl);
    if (acquisition instanceof Acquisition.Held held) {
      throw held.refusal();
    }
    return ((Acquisition.Granted) acquisition).lease();
  }

  /** The same, telling of a lease held by another session as a value; see {@link #acquire}. */
  public Acquisition tryAcquire(LeaseKey key, SessionId session, Ttl ttl) {
    Acquisition acquisition = tryBeforeWaiting(key, session, ttl);
    if (acquisition instanceof Acquisition.Held held) {
      Audits.stoodDown(core.audit(), key, session, held.refusal());
    }
    return acquisition;
  }

  /**
   * Acquires {@code key}, waiting while another session holds it.
   *
   * @throws WaitTimeoutException if it was held the whole time
   * @throws InterruptedException if the thread is interrupted before or meanwhile; nothing is held
   *     then
   */
  public PrLease acquire(LeaseKey key, SessionId session, Ttl ttl, WaitOptions wait)
      throws InterruptedException {
    return acquire(key, session, ttl, wait, holder -> {});
  }

  /**
   * The same; {@code holders} is told, on this thread, of each holding that is waited for: of the
   * first before the wait begins, and of every other that takes its place.
   */
  public PrLease acquire(
      LeaseKey key,
      SessionId session,
      Ttl ttl,
      WaitOptions wait,
      Consumer<? super AlreadyHeldException> holders)
      throws InterruptedException {
    try {
      return new Waiting(core)
          .acquire(key, wait, () -> tryBeforeWaiting(key, session, ttl), holders);
    } catch (WaitTimeoutException timedOut) {
      Audits.stoodDown(core.audit(), key, session, timedOut.lastSeen());
      throw timedOut;
    }
  }

  /**
   * The same as {@link #tryAcquire} for a caller that does not stand down when it is held, but
   * waits or tries again: no standing down is recorded.
   */
  public Acquisition tryBeforeWaiting(LeaseKey key, SessionId session, Ttl ttl) {
    beginUse();
    if (!holdings.acquires()) {
      throw closedException();
    }
    Acquiring.Result result;
    Acquisition acquisition;
    try {
      result =
          acquiring.acquire(
              Objects.requireNonNull(key, "key"),
              Objects.requireNonNull(session, "session"),
              Objects.requireNonNull(ttl, "ttl"));
      acquisition = opened(result);
    } finally {
      holdings.acquired();
    }
    if (result instanceof Acquiring.Result.Granted granted) {
      Audits.granted(core.audit(), granted.slot().record(), granted.plan());
    }
    return acquisition;
  }

  private Acquisition opened(Acquiring.Result result) {
    if (result instanceof Acquiring.Result.Granted granted) {
      Acquiring.Plan plan = granted.plan();
      return new Acquisition.Granted(
          open(
              withKnownFence(granted.slot(), plan.at()),
              plan.record().grantId(),
              plan.origin(),
              plan.at()));
    }
    return new Acquisition.Held(((Acquiring.Result.Held) result).refusal());
  }

  /**
   * A handle on what {@code session} holds live on {@code key}, for another process than the one
   * that acquired it. Writes nothing; released, it frees the grant that it found. Lost, it frees
   * nothing: the process that it joined may hold the lease yet.
   *
   * @throws NotOwnerException if the session holds nothing there
   * @throws LeaseExpiredException if its lease is over
   * @throws KeyMismatchException if the slot holds a record of another key
   * @throws dev.prlease.api.CorruptRecordException if the record is unreadable
   * @throws LeaseConfigurationException if the key is an issue's: a claim is kept and verified by
   *     way of {@link #claims}
   */
  public PrLease attach(LeaseKey key, SessionId session) {
    return attach(key, session, Optional.empty());
  }

  /**
   * The same, on {@code grant} and no other: of two heirs of one session, each gets what was
   * {@linkplain PrLease#handOver handed over} to it or nothing. A record whose grant an older
   * program dropped passes for it, and gets it back with the next renewal.
   *
   * @throws NotOwnerException if the session holds nothing there, or another grant by now
   */
  public PrLease attach(LeaseKey key, SessionId session, GrantId grant) {
    return attach(key, session, Optional.of(grant));
  }

  private PrLease attach(LeaseKey key, SessionId session, Optional<GrantId> wanted) {
    AcquirePolicy.checkIsThereFor(key);
    beginUse();
    Moment at = core.now();
    LeaseSlot.Held slot = operating.liveOf(core.store().load(key), key, session, core.now());
    Optional<GrantId> found = slot.record().grantId();
    if (found.isPresent() && wanted.isPresent() && !found.equals(wanted)) {
      throw NotOwnerException.superseded(key, session, slot.record());
    }
    looseEnds.claim(slot);
    return open(withKnownFence(slot, at), found.or(() -> wanted), Origin.ATTACHED, at);
  }

  /**
   * Where an older program dropped the fence, an open handle here may know it (rule P14): both are
   * then handles of one holding, and neither frees it under the other.
   */
  private LeaseSlot.Held withKnownFence(LeaseSlot.Held slot, Moment at) {
    LeaseRecord record = slot.record();
    return record.fence().isPresent()
        ? slot
        : new LeaseSlot.Held(
            slot.version(),
            record.withFence(holdings.fenceOf(record.key(), record.owner(), at)),
            slot.writeId());
  }

  /**
   * Claims on this manager's store, on the evidence of {@code probes}, which stay the caller's to
   * close.
   */
  public Claims claims(ClaimProbes probes) {
    return new Claims(core, this, acquiring, operating, Objects.requireNonNull(probes, "probes"));
  }

  /**
   * Does what {@link #close} waits for.
   *
   * @throws IllegalStateException if the manager is closed
   */
  <T> T whileOpen(Supplier<T> task) {
    if (!holdings.acquires()) {
      throw closedException();
    }
    try {
      return task.get();
    } finally {
      holdings.acquired();
    }
  }

  void beginUse() {
    if (holdings.isClosed()) {
      throw closedException();
    }
    leaks.sweep();
  }

  static IllegalStateException closedException() {
    return new IllegalStateException("the lease manager is closed");
  }

  private PrLease open(LeaseSlot.Held slot, Optional<GrantId> signature, Origin origin, Moment at) {
    return open(slot, signature, origin, at, Optional.empty());
  }

  private PrLease open(
      LeaseSlot.Held slot,
      Optional<GrantId> signature,
      Origin origin,
      Moment at,
      Optional<LeaseRecord> takenFrom) {
    GrantState grant = new GrantState(slot.record(), signature, slot.version(), origin, at);
    ending.begin(at);
    if (!holdings.enter(grant)) {
      ending.undo(grant);
      throw closedException();
    }
    PrLease lease = new PrLease(this, grant, takenFrom);
    leaks.track(lease);
    return lease;
  }

  /**
   * How the lease on {@code key} stands.
   *
   * @throws KeyMismatchException if its slot holds a live record of another key
   */
  public LeaseStatus find(LeaseKey key) {
    beginUse();
    LeaseSlot slot = core.store().load(key);
    LeaseStatus status = core.status(Optional.of(key), slot);
    if (slot instanceof LeaseSlot.Held held
        && !held.record().key().equals(key)
        && (core.sharing() == SlotSharing.EXCLUSIVE || status.state() == LeaseStatus.State.HELD)) {
      throw new KeyMismatchException(key, held.record(), core.store().location());
    }
    return status;
  }

  /**
   * The leases that {@code filter} lets pass, live or expired, and unreadable slots; no free ones.
   * A slot that cannot be read is listed with its trouble.
   *
   * @throws LeaseStoreException if nothing could be listed
   */
  public List<ListedLease> list(LeaseFilter filter) {
    beginUse();
    return new Listings(core).list(filter);
  }

  /**
   * Moves the live lease of {@code from} to {@code to}: a new holding with a new fence. Exactly the
   * grant that was found is moved, never a later one.
   *
   * <p>Until when the former owner may still act if it does not look again, {@link
   * PrLease#takenFrom} tells.
   *
   * @throws NotOwnerException if {@code from} does not hold it
   * @throws LeaseExpiredException if the lease of {@code from} is over
   * @throws AlreadyHeldException if a process of {@code from} acts under it, see {@link
   *     LeaseManagerBuilder#inUse}
   * @throws IllegalArgumentException if both are the same session, or {@code to} may not become an
   *     owner, see {@link SessionId#of}
   * @throws LeaseConfigurationException as {@link #acquire}
   */
  public PrLease adopt(LeaseKey key, SessionId from, SessionId to, Ttl ttl) {
    if (from.equals(to)) {
      throw new IllegalArgumentException("a session cannot adopt its own lease: " + from);
    }
    beginUse();
    Operating.Adopted adopted = operating.adopt(key, from, to, ttl);
    return open(
        adopted.slot(),
        adopted.slot().record().grantId(),
        Origin.ADOPTED,
        adopted.at(),
        Optional.of(adopted.from()));
  }

  /**
   * Ends whatever is in the slot of {@code key}: somebody's lease, an unreadable record, or a
   * record of another key. Exactly what was found is ended, never a later grant.
   *
   * @param operator who breaks it
   * @param reason why, for the audit; not blank
   * @throws NotOwnerException with reason {@code NONE} if the key is free
   * @throws dev.prlease.api.ContentionException if something else was in the slot by then
   */
  public BrokenLease breakLease(LeaseKey key, SessionId operator, String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("breaking a lease needs a reason");
    }
    beginUse();
    return breaking.breakLease(key, operator, reason);
  }

  /**
   * Ends the grant that {@code shown} was read of, renewed since or not; never another one.
   *
   * @param operator who breaks it
   * @param reason why, for the audit; not blank
   * @throws NotOwnerException with reason {@code NONE} if the key is free
   * @throws dev.prlease.api.ContentionException if another grant is in the slot
   */
  public BrokenLease breakLease(LeaseRecord shown, SessionId operator, String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("breaking a lease needs a reason");
    }
    beginUse();
    return breaking.breakLease(shown, operator, reason);
  }

  /**
   * Frees whatever {@code session} holds on {@code key}, by whatever process and grant.
   *
   * @return whether something was freed
   * @throws AlreadyHeldException if another process of the session acts under it, see {@link
   *     LeaseManagerBuilder#inUse}
   */
  public boolean releaseSession(LeaseKey key, SessionId session) {
    beginUse();
    return operating.releaseSession(key, session);
  }

  /**
   * Stops keepers and tells gates and listeners of it, then releases every open handle, then ends
   * the scheduler if it is the manager's own. Store and audit sinks stay open: they are the host's.
   * Failures are logged, and none keeps the rest from being done. Idempotent.
   *
   * <p>It waits for what is under way, each with a bound: for acquisitions of other threads (5 s),
   * until listeners were told (5 s), then until actions of other threads behind gates have returned
   * (min(5 s, TTL/6) to end a child process, and 4 s), then for calls of the store that write an
   * open handle's lease (5 s for all; such a lease ends with its TTL), then until the audit was
   * told of all (5 s without any progress). Its own calls to the store, one or two for each lease,
   * last as long as the store lets them. It does not wait for the action that calls it, nor for the
   * listener.
   */
  @Override
  public void close() {
    closing.close();
  }

  Core core() {
    return core;
  }

  Looking looking() {
    return looking;
  }

  Renewing renewing() {
    return renewing;
  }

  Ending ending() {
    return ending;
  }

  Keepers keepers() {
    return keepers;
  }

  Gating gating() {
    return gating;
  }

  Leaks leaks() {
    return leaks;
  }
}
