package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.AuditSinkProvider;
import java.util.LinkedHashSet;
import java.util.ServiceLoader;
import java.util.Set;

/** The audit sinks that can be opened by their id. Immutable. */
public final class AuditSinkProviders {
  private static final Discovery.Kind<AuditSinkProvider> KIND =
      new Discovery.Kind<>(
          AuditSinkProvider.class,
          "audit sink",
          AuditSinkProvider::id,
          Discovery::isWordsJoinedByHyphens,
          "lower-case words joined by hyphens",
          LeaseException.class);

  private final Discovery<AuditSinkProvider> found;

  private AuditSinkProviders(Discovery<AuditSinkProvider> found) {
    this.found = found;
  }

  /**
   * Those that this class's own loader and module see.
   *
   * @throws LeaseConfigurationException if a plugin cannot be loaded, or two offer one id
   */
  public static AuditSinkProviders discover() {
    return of(
        ServiceLoader.load(AuditSinkProvider.class, AuditSinkProviders.class.getClassLoader()));
  }

  /** Those that {@code loader} sees; see {@link #discover()}. */
  public static AuditSinkProviders discover(ClassLoader loader) {
    return of(ServiceLoader.load(AuditSinkProvider.class, loader));
  }

  /** Those given; see {@link #discover()}. */
  public static AuditSinkProviders of(Iterable<AuditSinkProvider> providers) {
    return new AuditSinkProviders(Discovery.among(KIND, providers));
  }

  /** The ids there are, sorted. */
  public Set<String> ids() {
    return new LinkedHashSet<>(found.ids());
  }

  /**
   * Opens the sink {@code id}.
   *
   * @throws LeaseConfigurationException if nobody offers it, or the environment lacks what it needs
   */
  public AuditSink open(String id, AuditContext context) {
    return found.make(id, provider -> provider.open(context));
  }
}
