package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.ClaimProbesContext;
import dev.prlease.spi.ClaimProbesProvider;
import java.util.LinkedHashSet;
import java.util.ServiceLoader;
import java.util.Set;

/** Who can be asked for evidence about claims, by name. Immutable. */
public final class ClaimProbesProviders {
  private static final Discovery.Kind<ClaimProbesProvider> KIND =
      new Discovery.Kind<>(
          ClaimProbesProvider.class,
          "claim probes",
          ClaimProbesProvider::name,
          Discovery::isWordsJoinedByHyphens,
          "lower-case words joined by hyphens",
          LeaseException.class);

  private final Discovery<ClaimProbesProvider> found;

  private ClaimProbesProviders(Discovery<ClaimProbesProvider> found) {
    this.found = found;
  }

  /**
   * Those that this class's own loader and module see.
   *
   * @throws LeaseConfigurationException if a plugin cannot be loaded, or two offer one name
   */
  public static ClaimProbesProviders discover() {
    return of(
        ServiceLoader.load(ClaimProbesProvider.class, ClaimProbesProviders.class.getClassLoader()));
  }

  /** Those that {@code loader} sees; see {@link #discover()}. */
  public static ClaimProbesProviders discover(ClassLoader loader) {
    return of(ServiceLoader.load(ClaimProbesProvider.class, loader));
  }

  /** Those given; see {@link #discover()}. */
  public static ClaimProbesProviders of(Iterable<ClaimProbesProvider> providers) {
    return new ClaimProbesProviders(Discovery.among(KIND, providers));
  }

  /** The names there are, sorted. */
  public Set<String> names() {
    return new LinkedHashSet<>(found.ids());
  }

  /**
   * Opens the probes {@code name}.
   *
   * @throws LeaseConfigurationException if nobody offers it
   */
  public ClaimProbes open(String name, ClaimProbesContext context) {
    return found.<ClaimProbes>make(name, provider -> provider.open(context));
  }
}
