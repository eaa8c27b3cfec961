package dev.prlease.cli;

import dev.prlease.spi.Installable;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.FaultyLeaseStore;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A plugin: {@code test:} is a store of its own for each call; {@code test:bare} can do no more
 * than it must; {@code test:installable} must be set up, and all of that name are one.
 */
public final class TestStoreProvider implements LeaseStoreProvider {
  private static final AtomicBoolean INSTALLED = new AtomicBoolean();

  @Override
  public String scheme() {
    return "test";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    LeaseStore store = new InMemoryLeaseStore(context.scheduler());
    return switch (location) {
      case "bare" -> new FaultyLeaseStore(store, context.scheduler());
      case "installable" -> installable(store);
      default -> store;
    };
  }

  private static LeaseStore installable(LeaseStore store) {
    return (LeaseStore)
        Proxy.newProxyInstance(
            TestStoreProvider.class.getClassLoader(),
            new Class<?>[] {LeaseStore.class, Installable.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "install" ->
                      INSTALLED.getAndSet(true)
                          ? Installable.Installation.ALREADY_THERE
                          : Installable.Installation.MADE;
                  case "script" -> "make it\n";
                  case "location" -> "test:installable";
                  default -> method.invoke(store, arguments);
                });
  }
}
