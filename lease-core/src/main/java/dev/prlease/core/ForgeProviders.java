package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;
import dev.prlease.spi.ForgeProvider;
import java.util.LinkedHashSet;
import java.util.ServiceLoader;
import java.util.Set;

/** The forges that can be opened by their name. Immutable. */
public final class ForgeProviders {
  private static final Discovery.Kind<ForgeProvider> KIND =
      new Discovery.Kind<>(
          ForgeProvider.class,
          "forge",
          ForgeProvider::name,
          Discovery::isWordsJoinedByHyphens,
          "lower-case words joined by hyphens",
          LeaseException.class);

  private final Discovery<ForgeProvider> found;

  private ForgeProviders(Discovery<ForgeProvider> found) {
    this.found = found;
  }

  /**
   * Those that this class's own loader and module see.
   *
   * @throws LeaseConfigurationException if a plugin cannot be loaded, or two offer one name
   */
  public static ForgeProviders discover() {
    return of(ServiceLoader.load(ForgeProvider.class, ForgeProviders.class.getClassLoader()));
  }

  /** Those that {@code loader} sees; see {@link #discover()}. */
  public static ForgeProviders discover(ClassLoader loader) {
    return of(ServiceLoader.load(ForgeProvider.class, loader));
  }

  /** Those given; see {@link #discover()}. */
  public static ForgeProviders of(Iterable<ForgeProvider> providers) {
    return new ForgeProviders(Discovery.among(KIND, providers));
  }

  /** The names there are, sorted. */
  public Set<String> names() {
    return new LinkedHashSet<>(found.ids());
  }

  /**
   * Opens the forge {@code name}.
   *
   * @throws LeaseConfigurationException if nobody offers it
   */
  public Forge open(String name, ForgeContext context) {
    return found.<Forge>make(name, provider -> provider.open(context));
  }
}
