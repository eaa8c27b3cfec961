package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.StoreLocation;
import java.util.LinkedHashSet;
import java.util.ServiceLoader;
import java.util.Set;

/** The stores that can be opened by their location. Immutable. */
public final class StoreProviders {
  private static final Discovery.Kind<LeaseStoreProvider> KIND =
      new Discovery.Kind<>(
          LeaseStoreProvider.class,
          "store scheme",
          LeaseStoreProvider::scheme,
          StoreLocation::isScheme,
          "a lower-case letter, then lower-case letters, digits, '+', '-' or '.'",
          LeaseException.class);

  private final Discovery<LeaseStoreProvider> found;

  private StoreProviders(Discovery<LeaseStoreProvider> found) {
    this.found = found;
  }

  /**
   * Those that this class's own loader and module see.
   *
   * @throws LeaseConfigurationException if a plugin cannot be loaded, or two offer one scheme
   */
  public static StoreProviders discover() {
    return of(ServiceLoader.load(LeaseStoreProvider.class, StoreProviders.class.getClassLoader()));
  }

  /** Those that {@code loader} sees; see {@link #discover()}. */
  public static StoreProviders discover(ClassLoader loader) {
    return of(ServiceLoader.load(LeaseStoreProvider.class, loader));
  }

  /** Those given; see {@link #discover()}. */
  public static StoreProviders of(Iterable<LeaseStoreProvider> providers) {
    return new StoreProviders(Discovery.among(KIND, providers));
  }

  /** The schemes there are, sorted. */
  public Set<String> schemes() {
    return new LinkedHashSet<>(found.ids());
  }

  /**
   * Opens the store at {@code location}.
   *
   * @param location {@code scheme:rest}
   * @throws LeaseConfigurationException if it is no location, nobody offers its scheme, or the
   *     store refuses it
   * @throws dev.prlease.api.LeaseStoreException if the store cannot be reached
   */
  public LeaseStore open(String location, StoreContext context) {
    StoreLocation parsed;
    try {
      parsed = StoreLocation.parse(location);
    } catch (IllegalArgumentException malformed) {
      throw new LeaseConfigurationException(
          String.valueOf(malformed.getMessage()),
          "There are the schemes: " + String.join(", ", found.ids()) + ".",
          malformed);
    }
    return found.make(parsed.scheme(), provider -> provider.open(parsed.rest(), context));
  }
}
