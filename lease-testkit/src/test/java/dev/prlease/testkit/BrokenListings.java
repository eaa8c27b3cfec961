package dev.prlease.testkit;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Stores whose listings and batches are wrong. */
final class BrokenListings {
  private BrokenListings() {}

  /** Vacant slots are listed too. */
  static final class ListsVacant extends DelegatingStore {
    private final ReferenceStore behind;

    ListsVacant(ReferenceStore store) {
      super(store);
      behind = store;
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      List<ListedSlot> listed = new ArrayList<>(store.list(filter));
      synchronized (behind.place) {
        new HashMap<>(behind.place.slots)
            .forEach(
                (name, slot) -> {
                  if (slot instanceof LeaseSlot.Vacant) {
                    listed.add(ListedSlot.of(name, slot));
                  }
                });
      }
      return listed;
    }
  }

  /** A slot that cannot be read makes the listing fail. */
  static final class ListsAllOrNothing extends DelegatingStore {
    ListsAllOrNothing(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      List<ListedSlot> listed = store.list(filter);
      for (ListedSlot each : listed) {
        if (each instanceof ListedSlot.Troubled troubled) {
          throw troubled.trouble();
        }
      }
      return listed;
    }
  }

  /** Every record is listed as if it lay in the slot of its own key. */
  static final class ListsByRecord extends DelegatingStore {
    ListsByRecord(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return store.list(filter).stream()
          .map(
              each ->
                  each instanceof ListedSlot.Found found
                      ? ListedSlot.of(found.name(), found.slot())
                      : each)
          .toList();
    }
  }

  /** The filter is ignored. */
  static final class ListsEverything extends DelegatingStore {
    ListsEverything(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return store.list(LeaseFilter.ALL);
    }
  }

  /** L30: a batch ends at its first failure. */
  static final class BatchGivesUp extends DelegatingStore {
    BatchGivesUp(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
      List<ExchangeResult> results = new ArrayList<>();
      LeaseException failed = null;
      for (ExchangeRequest each : requests) {
        try {
          results.add(
              failed == null
                  ? new ExchangeResult.Answered(
                      each.key(),
                      store.compareAndExchange(each.key(), each.expected(), each.change()))
                  : new ExchangeResult.Failed(each.key(), failed));
        } catch (LeaseException failure) {
          failed = failure;
          results.add(new ExchangeResult.Failed(each.key(), failure));
        }
      }
      return results;
    }
  }

  /** L30: a batch of keys fails as a whole. */
  static final class ReadsAllOrNothing extends DelegatingStore {
    ReadsAllOrNothing(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      List<LoadResult> results = new ArrayList<>();
      for (LeaseKey key : keys) {
        results.add(new LoadResult.Answered(key, store.load(key)));
      }
      return results;
    }
  }

  /** The results of a batch come as the engine has them. */
  static final class ReadsInItsOwnOrder extends DelegatingStore {
    ReadsInItsOwnOrder(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      return store.loadAll(keys).stream()
          .sorted(Comparator.comparing(result -> result.key().toString()))
          .toList();
    }
  }

  /** A batch has no rows for slots that were never written. */
  static final class ReadsNoAbsentOnes extends DelegatingStore {
    ReadsNoAbsentOnes(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      return store.loadAll(keys).stream()
          .filter(
              result ->
                  !(result instanceof LoadResult.Answered answered
                      && answered.slot().equals(store.load(LeaseKey.parse("nobody/nothing#1")))))
          .toList();
    }
  }

  /** A batch is answered from what an earlier one brought. */
  static final class ReadsBatchesFromACache extends DelegatingStore {
    private final Map<LeaseKey, LoadResult> cache = new ConcurrentHashMap<>();

    ReadsBatchesFromACache(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      return keys.stream()
          .map(key -> cache.computeIfAbsent(key, each -> store.loadAll(List.of(each)).get(0)))
          .toList();
    }
  }
}
