package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  BatchRenewing(Core core, Renewing renewing, Ending ending) {
    this.core = core;
    this.renewing = renewing;
    this.ending = ending;
  }

  /** A renewal that was refused is sent again at once, from what the refusal showed (rule P6). */
  void renewStubbornly(List<KeptGrant> keepers) {
    List<KeptGrant> left = keepers;
    for (int tries = 0; tries < TRIES && !left.isEmpty(); tries++) {
      left = renew(left);
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
    if (requests.isEmpty()) {
      return;
    }
    List<ExchangeResult> results = core.store().exchangeAll(requests);
    for (int i = 0; i < asked.size(); i++) {
      apply(asked.get(i), renewals.get(i), results.get(i), renewed, refused);
    }
  }

  private void apply(
      KeptGrant keeper,
      Renewing.Renewal renewal,
      ExchangeResult result,
      List<LeaseRecord> renewed,
      List<KeptGrant> refused) {
    if (result instanceof ExchangeResult.Failed failed) {
      if (failed.error() instanceof LeaseStoreException store
          && store.outcome() == LeaseStoreException.Outcome.NOT_WRITTEN) {
        keeper.grant().neverWritten(List.of(renewal.write()));
      } else {
        ending.unsettled(keeper.grant(), List.of(renewal.write()));
      }
      keeper.failed(core.now(), failed.error());
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
    keeper.grant().neverWritten(List.of(renewal.write()));
    try {
      renewing.refused(keeper.grant(), renewal, exchange.slot());
      keeper.failed(core.now());
      refused.add(keeper);
    } catch (RuntimeException unreadable) {
      keeper.failed(core.now(), unreadable);
    }
  }
}
