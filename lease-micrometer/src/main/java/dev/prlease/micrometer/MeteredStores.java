package dev.prlease.micrometer;

import dev.prlease.spi.LeaseStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;

/** Makes stores whose calls are timed. */
public final class MeteredStores {
  private MeteredStores() {}

  /**
   * {@code store}, with its calls timed: {@code prlease.store.calls}, tagged with the {@code store}
   * by its location, the {@code call} ({@code load}, {@code exchange}, {@code list}; {@code
   * load-all} and {@code exchange-all} for batches), and its {@code outcome}: {@code swapped} or
   * {@code refused} for an exchange, {@code ok} for others, {@code failed} and {@code unknown}
   * where it threw.
   *
   * <p>What the store can do besides, such as {@link dev.prlease.spi.Watchable} or {@link
   * dev.prlease.spi.TimeAuthority}, the answer can do, too: it has every interface of the store's
   * that everybody may use, whether the store's class names it or it comes with another. Interfaces
   * that are not public, and those of packages that their module does not export to all, it has
   * not: what they declare themselves is to be had from {@code store} alone. To close it is to
   * close the store. As thread-safe as the store.
   */
  public static LeaseStore timed(LeaseStore store, MeterRegistry registry) {
    Set<Class<?>> interfaces = new LinkedHashSet<>();
    interfaces.add(LeaseStore.class);
    for (Class<?> type = store.getClass(); type != null; type = type.getSuperclass()) {
      addInterfaces(type, interfaces);
    }
    return (LeaseStore)
        Proxy.newProxyInstance(
            store.getClass().getClassLoader(),
            interfaces.toArray(new Class<?>[0]),
            new TimedCalls(store, registry));
  }

  /** One that is not for all may extend one that is. */
  private static void addInterfaces(Class<?> type, Set<Class<?>> interfaces) {
    for (Class<?> each : type.getInterfaces()) {
      if (isForAll(each)) {
        interfaces.add(each);
      } else {
        addInterfaces(each, interfaces);
      }
    }
  }

  private static boolean isForAll(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && type.getModule().isExported(type.getPackageName());
  }
}
