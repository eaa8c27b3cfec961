package dev.prlease.core;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all kept grants of one manager alive (rule P11).
 *
 * <p>Grants that fall due queue up here, and few tasks work the queue off in chunks: what falls due
 * while a call is under way makes the next batch. There is no thread and no task per grant.
 *
 * <p>A chunk is renewed in one call to the store, each grant's {@linkplain GrantState#turn turn}
 * held over it; one whose turn is taken is being written by somebody else and comes again soon. A
 * refused, failed or unanswered renewal is not settled here and now, which might take long: the
 * next round looks at the slot first, and that tells.
 */
final class Keepers {
  private static final int CHUNK = 100;
  private static final int WORKERS = 2;
  private static final int TRIES = 4;
  private static final Duration SLICE = Duration.ofSeconds(5);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration STEP = Duration.ofMillis(200);

  private final Core core;
  private final Looking looking;
  private final Renewing renewing;
  private final Ending ending;
  private final Leaks leaks;
  private final Map<GrantState, KeptGrant> kept = new ConcurrentHashMap<>();

  // All guarded by this.
  private final Deque<KeptGrant> dueForRenewal = new ArrayDeque<>();
  private final Deque<KeptGrant> dueForLook = new ArrayDeque<>();
  private int workers;
  private Scheduler.@Nullable Handle ticker;
  private Moment lastTick;

  Keepers(Core core, Looking looking, Renewing renewing, Ending ending, Leaks leaks) {
    this.core = core;
    this.looking = looking;
    this.renewing = renewing;
    this.ending = ending;
    this.leaks = leaks;
    this.lastTick = core.now();
  }

  KeptGrant start(GrantState grant, KeepAliveOptions options, LeaseListener listener) {
    KeptGrant keeper = new KeptGrant(core, this, grant, options, listener);
    if (kept.putIfAbsent(grant, keeper) != null) {
      throw new IllegalStateException(grant.identity().key() + " is being kept alive already");
    }
    startTicking();
    grant.observe(keeper);
    if (keeper.isActive()) {
      keeper.check();
    }
    return keeper;
  }

  void remove(KeptGrant keeper) {
    kept.remove(keeper.grant(), keeper);
    if (kept.isEmpty()) {
      stopTickingIfIdle();
    }
  }

  Ending ending() {
    return ending;
  }

  boolean isMine(GrantState grant) {
    return renewing.isMine(grant, grant.known().record());
  }

  void enqueue(KeptGrant keeper) {
    boolean isUrgent = keeper.wantsRenewal(core.now());
    synchronized (this) {
      (isUrgent ? dueForRenewal : dueForLook).add(keeper);
      if (workers >= WORKERS) {
        return;
      }
      workers++;
    }
    core.storeLane().submit(this::work);
  }

  private void work() {
    List<KeptGrant> chunk = takeChunk();
    try {
      keep(chunk);
    } finally {
      chunk.forEach(KeptGrant::worked);
      boolean more;
      synchronized (this) {
        more = !dueForRenewal.isEmpty() || !dueForLook.isEmpty();
        workers -= more ? 0 : 1;
      }
      if (more) {
        core.storeLane().submit(this::work);
      }
    }
  }

  private synchronized List<KeptGrant> takeChunk() {
    List<KeptGrant> chunk = new ArrayList<>();
    for (Deque<KeptGrant> due : List.of(dueForRenewal, dueForLook)) {
      while (chunk.size() < CHUNK && !due.isEmpty()) {
        chunk.add(due.remove());
      }
    }
    return chunk;
  }

  private void keep(List<KeptGrant> chunk) {
    List<KeptGrant> toRenew = new ArrayList<>();
    List<KeptGrant> toLook = new ArrayList<>();
    Moment now = core.now();
    for (KeptGrant keeper : chunk) {
      if (keeper.isActive()) {
        boolean clear = keeper.wantsRenewal(now) && !keeper.grant().hasUnsettled();
        (clear ? toRenew : toLook).add(keeper);
      }
    }
    renewStubbornly(toRenew);
    for (KeptGrant keeper : toLook) {
      if (core.now().since(now).compareTo(SLICE) > 0) {
        break; // the rest stays due and comes again: renewals go first
      }
      look(keeper);
    }
    Moment afterLooks = core.now();
    renewStubbornly(toLook.stream().filter(keeper -> keeper.wantsRenewal(afterLooks)).toList());
  }

  /** A renewal that was refused is sent again at once, from what the refusal showed (rule P6). */
  private void renewStubbornly(List<KeptGrant> keepers) {
    List<KeptGrant> left = keepers;
    for (int tries = 0; tries < TRIES && !left.isEmpty(); tries++) {
      left = renew(left);
    }
  }

  private void look(KeptGrant keeper) {
    try {
      looking.look(keeper.grant());
      keeper.succeeded(core.now());
    } catch (RuntimeException failed) {
      failed(keeper, failed);
    }
  }

  /** Returns those that were refused. */
  private List<KeptGrant> renew(List<KeptGrant> keepers) {
    List<KeptGrant> refused = new ArrayList<>(0);
    List<KeptGrant> inTurn = new ArrayList<>(keepers.size());
    List<LeaseRecord> renewed = new ArrayList<>();
    try {
      for (KeptGrant keeper : keepers) {
        if (takeTurn(keeper.grant())) {
          inTurn.add(keeper);
        } else {
          keeper.failed(core.now());
        }
      }
      renewInTurn(inTurn, renewed, refused);
    } finally {
      inTurn.forEach(keeper -> keeper.grant().turn().unlock());
    }
    renewed.forEach(renewing::record);
    return refused;
  }

  /** A turn that this very thread has is somebody else's too: a call of the store led here. */
  private static boolean takeTurn(GrantState grant) {
    return !grant.turn().isHeldByCurrentThread() && grant.turn().tryLock();
  }

  private void renewInTurn(
      List<KeptGrant> keepers, List<LeaseRecord> renewed, List<KeptGrant> refused) {
    List<KeptGrant> asked = new ArrayList<>(keepers.size());
    List<Renewing.Renewal> renewals = new ArrayList<>(keepers.size());
    List<ExchangeRequest> requests = new ArrayList<>(keepers.size());
    Set<LeaseKey> keys = new HashSet<>();
    for (KeptGrant keeper : keepers) {
      GrantState grant = keeper.grant();
      Known base = grant.known();
      Moment now = core.now();
      // Looked at again now that nobody else writes: it may be renewed, released or lost by now.
      // Two
      // handles of one holding are not renewed in one batch.
      if (grant.isOpen()
          && keeper.wantsRenewal(now)
          && !base.validity().isOver(now)
          && keys.add(grant.identity().key())) {
        Renewing.Renewal renewal =
            Renewing.renewal(grant, base, base.record().ttl(), UnaryOperator.identity(), now);
        asked.add(keeper);
        renewals.add(renewal);
        requests.add(
            new ExchangeRequest(
                grant.identity().key(), renewal.write().expected(), renewal.write().change()));
      } else {
        keeper.failed(now);
      }
    }
    if (requests.isEmpty()) {
      return;
    }
    List<ExchangeResult> results = exchangeAll(requests);
    for (int i = 0; i < asked.size(); i++) {
      apply(asked.get(i), renewals.get(i), results.get(i), renewed, refused);
    }
  }

  private List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    try {
      List<ExchangeResult> results = core.store().exchangeAll(requests);
      if (results.size() == requests.size()) {
        return results;
      }
      return allUnknown(
          requests,
          new IllegalStateException(
              "the store "
                  + core.store().location()
                  + " gave "
                  + results.size()
                  + " results for "
                  + requests.size()
                  + " requests"));
    } catch (RuntimeException failed) {
      return allUnknown(requests, failed);
    }
  }

  private static List<ExchangeResult> allUnknown(
      List<ExchangeRequest> requests, RuntimeException cause) {
    List<ExchangeResult> results = new ArrayList<>(requests.size());
    for (ExchangeRequest request : requests) {
      LeaseException error =
          LeaseStoreException.outcomeUnknown(
              request.key(), "a batch of renewals failed: " + cause.getMessage(), cause);
      results.add(new ExchangeResult.Failed(request.key(), error));
    }
    return results;
  }

  private void apply(
      KeptGrant keeper,
      Renewing.Renewal renewal,
      ExchangeResult result,
      List<LeaseRecord> renewed,
      List<KeptGrant> refused) {
    if (result instanceof ExchangeResult.Failed failed) {
      if (!(failed.error() instanceof LeaseStoreException store)
          || store.outcome() == LeaseStoreException.Outcome.UNKNOWN) {
        ending.unsettled(keeper.grant(), List.of(renewal.write()));
      }
      failed(keeper, failed.error());
      return;
    }
    Exchange exchange = ((ExchangeResult.Answered) result).exchange();
    boolean landed =
        exchange instanceof Exchange.Swapped
            || exchange
                .slot()
                .writeId()
                .map(renewal.write().change().writeId()::equals)
                .orElse(false);
    if (landed && exchange.slot() instanceof LeaseSlot.Held held) {
      if (renewing.landed(keeper.grant(), renewal.base(), held, renewal.write().at())) {
        keeper.succeeded(core.now());
        renewed.add(held.record());
      }
      return;
    }
    try {
      renewing.refused(keeper.grant(), renewal, exchange.slot());
      keeper.failed(core.now());
      refused.add(keeper);
    } catch (RuntimeException unreadable) {
      failed(keeper, unreadable);
    }
  }

  private void failed(KeptGrant keeper, RuntimeException why) {
    if (keeper.failed(core.now())) {
      GrantState grant = keeper.grant();
      Log.CORE.warn(
          "could not keep {} of session {} alive, trying again until {}: {}",
          grant.identity().key(),
          grant.identity().session(),
          grant.known().validity().expiresAt(),
          why.getMessage());
    }
  }

  private synchronized void startTicking() {
    if (ticker == null) {
      lastTick = core.now();
      ticker = core.scheduler().every(TICK, this::tick);
    }
  }

  private synchronized void stopTickingIfIdle() {
    if (kept.isEmpty() && ticker != null) {
      ticker.cancel();
      ticker = null;
    }
  }

  /** Timers count ticks: a wall clock that jumped, or a machine that slept, is noticed here. */
  private void tick() {
    Moment now = core.now();
    boolean stepped;
    synchronized (this) {
      Duration wall = Duration.between(lastTick.wall(), now.wall());
      stepped = wall.minus(now.since(lastTick)).abs().compareTo(STEP) > 0;
      lastTick = now;
    }
    if (stepped) {
      kept.values().forEach(KeptGrant::check);
    }
    leaks.sweep(core.listenerLane()::submit);
  }

  /** Ends all keepers. */
  void close() {
    kept.values().forEach(keeper -> keeper.stop(new LeaseEnd.Closed()));
  }
}
