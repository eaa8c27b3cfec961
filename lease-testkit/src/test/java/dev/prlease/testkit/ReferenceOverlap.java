package dev.prlease.testkit;

import dev.prlease.api.LeaseSlot;
import java.util.concurrent.CountDownLatch;

/** A thread that holds the one lock of a place of the reference store. */
final class ReferenceOverlap implements StoreFixture.UnderWay {
  private enum Order {
    COMMIT,
    LET_GO
  }

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch ordered = new CountDownLatch(1);
  private final Thread holder;
  private volatile Order order = Order.LET_GO;

  ReferenceOverlap(ReferenceStore.Place place, String name, LeaseSlot next) {
    holder = new Thread(() -> hold(place, name, next), "holder");
    holder.setDaemon(true);
    holder.start();
    await(held);
  }

  private void hold(ReferenceStore.Place place, String name, LeaseSlot next) {
    synchronized (place) {
      place.uncommitted.put(name, next);
      held.countDown();
      await(ordered);
      place.uncommitted.remove(name);
      if (order == Order.COMMIT) {
        place.slots.put(name, next);
      }
    }
  }

  @Override
  public void commit() {
    order = Order.COMMIT;
    close();
  }

  @Override
  public void close() {
    ordered.countDown();
    try {
      holder.join();
    } catch (InterruptedException interrupt) {
      throw new AssertionError(interrupt);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupt) {
      throw new AssertionError(interrupt);
    }
  }
}
