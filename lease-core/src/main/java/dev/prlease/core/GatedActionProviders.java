package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/** The gated actions that can be made by their name. Immutable. */
public final class GatedActionProviders {
  private static final Discovery.Kind<GatedActionProvider> KIND =
      new Discovery.Kind<>(
          GatedActionProvider.class,
          "action",
          GatedActionProvider::name,
          Discovery::isWordsJoinedByHyphens,
          "lower-case words joined by hyphens",
          IllegalArgumentException.class);

  private final Discovery<GatedActionProvider> found;

  private GatedActionProviders(Discovery<GatedActionProvider> found) {
    this.found = found;
  }

  /**
   * Those that this class's own loader and module see.
   *
   * @throws LeaseConfigurationException if a plugin cannot be loaded, or two offer one name
   */
  public static GatedActionProviders discover() {
    return of(
        ServiceLoader.load(GatedActionProvider.class, GatedActionProviders.class.getClassLoader()));
  }

  /** Those that {@code loader} sees; see {@link #discover()}. */
  public static GatedActionProviders discover(ClassLoader loader) {
    return of(ServiceLoader.load(GatedActionProvider.class, loader));
  }

  /** Those given; see {@link #discover()}. */
  public static GatedActionProviders of(Iterable<GatedActionProvider> providers) {
    return new GatedActionProviders(Discovery.among(KIND, providers));
  }

  /** The names there are, sorted. */
  public Set<String> names() {
    return new LinkedHashSet<>(found.ids());
  }

  /**
   * Makes the action {@code name}.
   *
   * @throws LeaseConfigurationException if nobody offers it
   * @throws IllegalArgumentException if the arguments are wrong, in one clear line
   */
  public GatedAction<?> create(
      String name, List<String> arguments, Map<String, String> environment) {
    return found.<GatedAction<?>>make(name, provider -> provider.create(arguments, environment));
  }
}
