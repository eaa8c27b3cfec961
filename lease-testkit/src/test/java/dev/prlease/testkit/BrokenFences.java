package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.util.Optional;

/** Stores whose fences stand still, go back or get lost. */
final class BrokenFences {
  private BrokenFences() {}

  /** A release forgets the fence. */
  static final class FenceLostOnRelease extends ReferenceStore {
    FenceLostOnRelease(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot slot(SlotVersion version, Content content) {
      return content.record().isPresent()
          ? super.slot(version, content)
          : LeaseSlot.Vacant.written(version, Fence.NONE, Optional.of(content.writeId()));
    }
  }

  /** A release sets the fence that it is told, be it lower. */
  static final class FenceSetBackOnRelease extends DelegatingStore {
    private final ReferenceStore behind;

    FenceSetBackOnRelease(ReferenceStore store) {
      super(store);
      behind = store;
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      if (change.next().isEmpty()
          && expected.equals(Expected.exactly(store.load(key).version()))
          && change.fence().isPresent()) {
        Content content =
            new Content(Optional.empty(), change.fence(), change.writeId(), change.replaced());
        return new Exchange.Swapped(behind.put(key, content));
      }
      return store.compareAndExchange(key, expected, change);
    }
  }

  /** A vacant slot without a fence is taken for one that has one. */
  static final class TakesFenceless extends DelegatingStore {
    TakesFenceless(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      LeaseSlot current = store.load(key);
      return expected instanceof Expected.Vacant
              && current instanceof LeaseSlot.Vacant vacant
              && !vacant.knowsFence()
          ? store.compareAndExchange(key, Expected.exactly(current.version()), change)
          : store.compareAndExchange(key, expected, change);
    }
  }

  /** The fence proposed is taken as it is. */
  static final class TakesAnyFence extends DelegatingStore {
    TakesAnyFence(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      LeaseSlot current = store.load(key);
      return expected instanceof Expected.Vacant
              && current instanceof LeaseSlot.Vacant vacant
              && vacant.fence().isPresent()
          ? store.compareAndExchange(key, Expected.exactly(current.version()), change)
          : store.compareAndExchange(key, expected, change);
    }
  }
}
