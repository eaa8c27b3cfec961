package dev.prlease.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps all kept grants of one manager alive (rule P11).
 *
 * <p>Grants that fall due queue up here, and few tasks work the queue off in chunks: what falls due
 * while a call is under way makes the next batch. There is no thread and no task per grant.
 */
final class Keepers {
  private static final int CHUNK = 100;
  private static final int WORKERS = 2;
  private static final Duration SLICE = Duration.ofSeconds(5);

  private final Core core;
  private final Looking looking;
  private final Renewing renewing;
  private final Ending ending;
  private final BatchRenewing batches;
  private final StepWatch steps;
  private final Map<GrantState, KeptGrant> kept = new ConcurrentHashMap<>();

  // All guarded by this.
  private final Deque<KeptGrant> dueForRenewal = new ArrayDeque<>();
  private final Deque<KeptGrant> dueForLook = new ArrayDeque<>();
  private int workers;

  Keepers(Core core, Looking looking, Renewing renewing, Ending ending, StepWatch steps) {
    this.core = core;
    this.looking = looking;
    this.renewing = renewing;
    this.ending = ending;
    this.batches = new BatchRenewing(core, renewing, ending);
    this.steps = steps;
  }

  KeptGrant start(GrantState grant, KeepAliveOptions options, LeaseListener listener) {
    KeptGrant keeper = new KeptGrant(core, this, grant, options, listener);
    if (kept.putIfAbsent(grant, keeper) != null) {
      throw new IllegalStateException(grant.identity().key() + " is being kept alive already");
    }
    try {
      steps.add(keeper);
      grant.observe(keeper);
      if (keeper.isActive()) {
        keeper.check();
      }
      return keeper;
    } catch (RuntimeException refused) {
      grant.forget(keeper);
      remove(keeper);
      throw refused;
    }
  }

  void remove(KeptGrant keeper) {
    kept.remove(keeper.grant(), keeper);
    steps.remove(keeper);
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
    batches.renewStubbornly(toRenew);
    for (KeptGrant keeper : toLook) {
      if (core.now().since(now).compareTo(SLICE) > 0) {
        break; // the rest stays due and comes again: renewals go first
      }
      look(keeper);
    }
    Moment afterLooks = core.now();
    batches.renewStubbornly(
        toLook.stream().filter(keeper -> keeper.wantsRenewal(afterLooks)).toList());
  }

  private void look(KeptGrant keeper) {
    try {
      looking.look(keeper.grant());
      keeper.succeeded(core.now());
    } catch (RuntimeException failed) {
      keeper.failed(core.now(), failed);
    }
  }

  /** Ends all keepers. */
  void close() {
    kept.values().forEach(keeper -> keeper.stop(new LeaseEnd.Closed()));
  }
}
