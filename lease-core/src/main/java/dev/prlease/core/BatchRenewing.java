package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Renews many kept grants in one call to the store (rule P11), each grant's {@linkplain
 * GrantState#turn turn} held over it; one whose turn is taken is being written by somebody else and
 * comes again soon. A refused, failed or unanswered renewal is not settled here and now, which
 * might take long: the next round looks at the slot first, and that tells.
 */
final class BatchRenewing {
  private static final int TRIES = 4;

  private final Core core;
  private final Renewing renewing;
  private final Ending ending;
  private final Patience patience;
  private final BatchSize size = new BatchSize();

  BatchRenewing(Core core, Renewing renewing, Ending ending, Patience patience) {
    this.core = core;
    this.renewing = renewing;
    this.ending = ending;
    this.patience = patience;
  }

  BatchSize size() {
    return size;
  }

  /**
   * Renews those of {@code keepers} that the round still has and that want it. A renewal that was
   * refused is sent again at once, from what the refusal showed (rule P6).
   */
  void renewStubbornly(Round round, List<KeptGrant> keepers) {
    Moment now = core.now();
    List<KeptGrant> left =
        keepers.stream().filter(each -> each.isIn(round) && each.wantsRenewal(now)).toList();
    while (!left.isEmpty()) {
      int first = Math.min(left.size(), size.next());
      List<KeptGrant> batch = left.subList(0, first);
      left = left.subList(first, left.size());
      for (int tries = 0; tries < TRIES && !batch.isEmpty(); tries++) {
        batch = renew(round, batch);
      }
    }
  }

  /** Returns those that were refused. */
  private List<KeptGrant> renew(Round round, List<KeptGrant> keepers) {
    List<KeptGrant> inTurn = new ArrayList<>(keepers.size());
    try {
      for (KeptGrant keeper : keepers) {
        if (takeTurn(keeper.grant())) {
          inTurn.add(keeper);
        } else {
          keeper.failed(core.now());
        }
      }
      return renewInTurn(round, inTurn);
    } finally {
      inTurn.forEach(keeper -> keeper.grant().turn().unlock());
    }
  }

  /** A turn that this very thread has is somebody else's too: a call of the store led here. */
  private static boolean takeTurn(GrantState grant) {
    return !grant.turn().isHeldByCurrentThread() && grant.turn().tryLock();
  }

  private List<KeptGrant> renewInTurn(Round round, List<KeptGrant> keepers) {
    List<KeptGrant> asked = new ArrayList<>(keepers.size());
    List<Renewing.Renewal> renewals = new ArrayList<>(keepers.size());
    List<ExchangeRequest> requests = new ArrayList<>(keepers.size());
    Set<LeaseKey> keys = new HashSet<>();
    for (KeptGrant keeper : keepers) {
      GrantState grant = keeper.grant();
      Known base = grant.known();
      Moment now = core.now();
      // Looked at again now that nobody else writes: it may be renewed, released or lost by now.
      // And two handles of one holding are not renewed in one batch.
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
    List<KeptGrant> refused = new ArrayList<>(0);
    if (requests.isEmpty()) {
      return refused;
    }
    Optional<List<ExchangeResult>> results =
        patience.call(
            round,
            asked,
            size,
            () -> core.store().exchangeAll(requests),
            i -> unanswered(asked.get(i), renewals.get(i)));
    if (results.isPresent()) {
      for (int i = 0; i < asked.size(); i++) {
        if (isRefused(round, asked.get(i), renewals.get(i), results.get().get(i))) {
          refused.add(asked.get(i));
        }
      }
    }
    return refused;
  }

  private void unanswered(KeptGrant keeper, Renewing.Renewal renewal) {
    ending.unsettled(keeper.grant(), List.of(renewal.write()));
  }

  private boolean isRefused(
      Round round, KeptGrant keeper, Renewing.Renewal renewal, ExchangeResult result) {
    if (result instanceof ExchangeResult.Failed failed) {
      if (failed.error() instanceof LeaseStoreException store
          && store.outcome() == LeaseStoreException.Outcome.NOT_WRITTEN) {
        keeper.grant().neverWritten(List.of(renewal.write()));
      } else {
        unanswered(keeper, renewal);
      }
      round.failed(keeper, core.now(), failed.error());
      return false;
    }
    Exchange exchange = ((ExchangeResult.Answered) result).exchange();
    boolean landed =
        exchange instanceof Exchange.Swapped || renewal.write().isShownBy(exchange.slot());
    if (landed && exchange.slot() instanceof LeaseSlot.Held held) {
      if (renewing.landed(keeper.grant(), renewal.base(), held, renewal.write().at())) {
        keeper.succeeded(core.now());
        renewing.post(held.record()); // while the turn is ours: in order
      }
      return false;
    }
    keeper.grant().neverWritten(List.of(renewal.write()));
    try {
      renewing.refused(keeper.grant(), renewal, exchange.slot());
      keeper.failed(core.now());
      return true;
    } catch (RuntimeException unreadable) {
      round.failed(keeper, core.now(), unreadable);
      return false;
    }
  }
}
