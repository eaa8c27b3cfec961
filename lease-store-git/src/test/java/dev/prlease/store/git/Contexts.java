package dev.prlease.store.git;

import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a store in a test may use: the machine's clock, and real pauses. */
final class Contexts {
  private Contexts() {}

  static StoreContext with(Map<String, String> environment) {
    return new StoreContext(new SystemClock(), new Pauses(), environment);
  }

  /** Only pauses; a store asks for nothing else. */
  static final class Pauses implements Scheduler {
    @Override
    public Handle after(Duration delay, Runnable timer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Handle execute(Runnable task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
      TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }

    @Override
    public void close() {}
  }
}
