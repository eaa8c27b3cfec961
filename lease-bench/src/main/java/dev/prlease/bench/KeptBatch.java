package dev.prlease.bench;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import java.util.ArrayList;
import java.util.List;

/** Leases that one process keeps, and renews all of at once. Used by one thread at a time. */
final class KeptBatch {
  private static final SessionId SESSION = SessionId.of("bench");

  private final LeaseStore store;
  private final SystemClock clock = new SystemClock();
  private List<LeaseSlot.Held> slots = new ArrayList<>();

  /** Acquires {@code count} of them. */
  KeptBatch(LeaseStore store, int count) {
    this.store = store;
    for (int number = 1; number <= count; number++) {
      LeaseKey key = LeaseKey.pullRequest("acme/kept", number);
      LeaseRecord record =
          LeaseRecord.of(key, SESSION, clock.now(), Ttl.DEFAULT).withFence(Fence.at(clock.now()));
      slots.add(held(store.compareAndExchange(key, Expected.vacant(), Change.hold(record))));
    }
  }

  private static LeaseSlot.Held held(Exchange exchange) {
    if (exchange instanceof Exchange.Swapped swapped
        && swapped.slot() instanceof LeaseSlot.Held held) {
      return held;
    }
    throw new IllegalStateException("not renewed: " + exchange);
  }

  private List<ExchangeRequest> renewals() {
    List<ExchangeRequest> requests = new ArrayList<>(slots.size());
    for (LeaseSlot.Held slot : slots) {
      LeaseRecord record = slot.record();
      requests.add(
          new ExchangeRequest(
              record.key(),
              Expected.exactly(slot.version()),
              Change.hold(
                  LeaseRecord.of(record.key(), SESSION, clock.now(), Ttl.DEFAULT)
                      .withFence(record.fence()))));
    }
    return requests;
  }

  /** In batches of {@code size} at most. */
  void renew(int size) {
    List<LeaseSlot.Held> next = new ArrayList<>(slots.size());
    List<ExchangeRequest> all = renewals();
    for (int from = 0; from < all.size(); from += size) {
      List<ExchangeRequest> batch = all.subList(from, Math.min(all.size(), from + size));
      for (ExchangeResult result : store.exchangeAll(batch)) {
        if (!(result instanceof ExchangeResult.Answered answered)) {
          throw new IllegalStateException("not renewed: " + result);
        }
        next.add(held(answered.exchange()));
      }
    }
    slots = next;
  }

  void renewOneByOne() {
    List<LeaseSlot.Held> next = new ArrayList<>(slots.size());
    for (ExchangeRequest each : renewals()) {
      next.add(held(store.compareAndExchange(each.key(), each.expected(), each.change())));
    }
    slots = next;
  }
}
