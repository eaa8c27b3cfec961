package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.core.AuditSinkProviders;
import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.StoreProviders;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.StoreContext;
import dev.prlease.store.file.AuditLimits;
import dev.prlease.store.file.ConfigFile;
import dev.prlease.store.file.FileLeaseStoreProvider;
import dev.prlease.store.file.JsonLinesAuditSinkProvider;
import dev.prlease.store.file.PluginDirectory;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The plugins of one call.
 *
 * <p>To search for them costs more than to look at a lease. So while leases are in files, which is
 * this command's own store, nothing is searched for and no directory is read; unless something else
 * than this program's one jar is on the class path, or the program runs on the module path: then
 * what is there is looked at, and one that doubles what is built in is told of. Any other store
 * comes from a plugin: one on the class path, or a jar in the {@link PluginDirectory}.
 */
final class Plugins {
  private static final String FILES = "file:";

  private final Map<String, String> environment;
  private final Supplier<ConfigFile> config;
  private Optional<ClassLoader> loader = Optional.empty();

  /**
   * For a call with {@code environment}, whose config file {@code config} is. Searches nothing yet.
   */
  Plugins(Map<String, String> environment, Supplier<ConfigFile> config) {
    this.environment = environment;
    this.config = config;
  }

  /** Opens the store at {@code location}. */
  LeaseStore openStore(String location, StoreContext context) {
    if (location.startsWith(FILES)) {
      StoreProviders own =
          areOnTheClassPath()
              ? StoreProviders.discover()
              : StoreProviders.of(List.of(new FileLeaseStoreProvider()));
      return own.open(location, context);
    }
    Optional<PluginDirectory> directory = PluginDirectory.of(environment, config);
    loader = Optional.of(loader(directory));
    StoreProviders all = StoreProviders.discover(loader.get());
    checkHasScheme(all, location, directory);
    return all.open(location, context);
  }

  private static ClassLoader loader(Optional<PluginDirectory> directory) {
    ClassLoader own = Plugins.class.getClassLoader();
    List<Path> jars = directory.isPresent() ? directory.get().jars() : List.of();
    return jars.isEmpty() ? own : PluginJars.loader(jars, own);
  }

  private static void checkHasScheme(
      StoreProviders all, String location, Optional<PluginDirectory> directory) {
    int colon = location.indexOf(':');
    if (colon > 0
        && directory.isPresent()
        && !all.schemes().contains(location.substring(0, colon))) {
      throw new LeaseConfigurationException(
          "there is no store scheme '" + location.substring(0, colon) + "'",
          "There are: "
              + String.join(", ", all.schemes())
              + ". The jar of a plugin that offers it belongs in "
              + directory.get().path()
              + ".",
          null);
    }
  }

  /**
   * The audit's own sink, to be opened with {@code limits}. Where jars were searched for a store,
   * one that doubles it is told of.
   */
  AuditSinkProviders auditSinks(AuditLimits limits) {
    if (loader.isPresent()) {
      AuditSinkProviders unused = AuditSinkProviders.discover(loader.get());
    } else if (areOnTheClassPath()) {
      AuditSinkProviders unused = AuditSinkProviders.discover();
    }
    return AuditSinkProviders.of(List.of(new JsonLinesAuditSinkProvider(limits)));
  }

  /** The gated actions: those of all plugins too, since somebody asks for one by its name. */
  GatedActionProviders actions() {
    return GatedActionProviders.discover(
        loader.isPresent() ? loader.get() : loader(PluginDirectory.of(environment, config)));
  }

  /**
   * What all plugins offer, with what is built in.
   *
   * @param directory where their jars are, or would be
   * @param jars their jars
   */
  record Offer(
      String directory,
      List<Path> jars,
      Set<String> stores,
      Set<String> sinks,
      Set<String> actions) {}

  /** Loads every plugin, and opens none. */
  Offer offer() {
    Optional<PluginDirectory> directory = PluginDirectory.of(environment, config);
    ClassLoader all = loader(directory);
    return new Offer(
        directory.map(at -> at.path().toString()).orElse("no home"),
        directory.isPresent() ? directory.get().jars() : List.of(),
        StoreProviders.discover(all).schemes(),
        AuditSinkProviders.discover(all).ids(),
        GatedActionProviders.discover(all).names());
  }

  private static boolean areOnTheClassPath() {
    String classPath = System.getProperty("java.class.path", "");
    return classPath.isEmpty() || classPath.indexOf(File.pathSeparatorChar) >= 0;
  }
}
