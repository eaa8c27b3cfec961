package dev.prlease.store.memory;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.Registration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.slf4j.LoggerFactory;

/** Who wants to hear of changes. A key that nobody watches takes no room. */
final class Watches {
  /** Equal to itself only: the same listener may watch a key twice. */
  private static final class Watch {
    final Runnable onChange;
    final Executor executor;

    Watch(Runnable onChange, Executor executor) {
      this.onChange = onChange;
      this.executor = executor;
    }
  }

  private final ConcurrentHashMap<LeaseKey, List<Watch>> byKey = new ConcurrentHashMap<>();

  Registration add(LeaseKey key, Runnable onChange, Executor executor) {
    Watch watch = new Watch(onChange, executor);
    LeaseKey canonical = key.canonical();
    byKey.compute(
        canonical,
        (k, present) -> {
          List<Watch> all = present == null ? new CopyOnWriteArrayList<>() : present;
          all.add(watch);
          return all;
        });
    return () -> remove(canonical, watch);
  }

  private void remove(LeaseKey key, Watch watch) {
    byKey.computeIfPresent(
        key,
        (k, present) -> {
          present.remove(watch);
          return present.isEmpty() ? null : present;
        });
  }

  void changed(LeaseKey key) {
    if (byKey.isEmpty()) {
      return;
    }
    for (Watch watch : byKey.getOrDefault(key, List.of())) {
      call(key, watch);
    }
  }

  /** The write has been made: whatever a listener throws, its writer must learn so. */
  private static void call(LeaseKey key, Watch watch) {
    try {
      watch.executor.execute(watch.onChange);
    } catch (RuntimeException | LinkageError | AssertionError failure) {
      LoggerFactory.getLogger(Watches.class)
          .warn("a watcher of {} failed; the change it was told of was made", key, failure);
    }
  }
}
