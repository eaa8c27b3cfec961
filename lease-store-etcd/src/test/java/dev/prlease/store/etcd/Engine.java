package dev.prlease.store.etcd;

import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The etcd that the suites share: one node and three, each started when it is first needed, and
 * ended with the tests.
 */
final class Engine {
  private static final StoreContext CONTEXT =
      new StoreContext(new SystemClock(), new ThreadPoolScheduler(), Map.of());

  private Engine() {}

  /** Real time, and a scheduler that all share. */
  static StoreContext context() {
    return CONTEXT;
  }

  private static final class One {
    static final EtcdNodes NODES = shared(1);
  }

  private static final class Three {
    static final EtcdNodes NODES = shared(3);
  }

  /** Until this JVM ends. */
  private static EtcdNodes shared(int count) {
    EtcdNodes nodes = EtcdNodes.start(count);
    Runtime.getRuntime().addShutdownHook(new Thread(nodes::close));
    return nodes;
  }

  /** A cluster of one. */
  static List<EtcdEndpoint> one() {
    return One.NODES.endpoints();
  }

  /** A cluster of three. */
  static List<EtcdEndpoint> three() {
    return Three.NODES.endpoints();
  }

  /** Options for tests, on machines without any skew. */
  static EtcdStoreOptions options(List<EtcdEndpoint> endpoints, String prefix) {
    return EtcdStoreOptions.of(endpoints)
        .withPrefix(prefix)
        .withMaxClockSkew(Duration.ZERO)
        .withTimeout(Duration.ofSeconds(20));
  }
}
