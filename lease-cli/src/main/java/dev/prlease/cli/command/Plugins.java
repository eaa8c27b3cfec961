package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.core.AuditSinkProviders;
import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.StoreProviders;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import dev.prlease.store.file.AuditLimits;
import dev.prlease.store.file.ConfigFile;
import dev.prlease.store.file.FileLeaseStoreProvider;
import dev.prlease.store.file.JsonLinesAuditSinkProvider;
import dev.prlease.store.file.PluginDirectory;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The plugins of one call.
 *
 * <p>To search for them costs more than to look at a lease. So while leases are in files, which is
 * this command's own store, nothing is searched for and no directory is read; unless something else
 * than this program's one jar is on the class path, or the program runs on the module path: then
 * what is there is looked at, and one that doubles what is built in is told of. Any other store
 * comes with the command ({@link ShippedStores}) or from a plugin: one on the class path, or a jar
 * in the {@link PluginDirectory}.
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
    ClassLoader plugins = loader(directory);
    loader = Optional.of(plugins);
    ShippedStores shipped = ShippedStores.of(classPath());
    int colon = Math.max(0, location.indexOf(':'));
    String scheme = location.substring(0, colon);
    StoreProviders all = StoreProviders.of(providers(plugins, shipped, scheme));
    if (!scheme.isEmpty() && !all.schemes().contains(scheme)) {
      throw unknown(scheme, all.schemes(), shipped, directory);
    }
    return all.open(location, context);
  }

  /** Those of the command and of plugins, and the one that came with the command for the scheme. */
  private static Iterable<LeaseStoreProvider> providers(
      ClassLoader plugins, ShippedStores shipped, String scheme) {
    Iterable<LeaseStoreProvider> first = ServiceLoader.load(LeaseStoreProvider.class, plugins);
    Iterable<LeaseStoreProvider> second = shipped.providers(scheme, Plugins.class.getClassLoader());
    return () -> {
      List<LeaseStoreProvider> all = new ArrayList<>();
      first.forEach(all::add);
      second.forEach(all::add);
      return all.iterator();
    };
  }

  private static LeaseConfigurationException unknown(
      String scheme,
      Set<String> loaded,
      ShippedStores shipped,
      Optional<PluginDirectory> directory) {
    NavigableSet<String> schemes = new TreeSet<>(loaded);
    schemes.addAll(shipped.schemes());
    String what = "there is no store scheme '" + scheme + "'";
    String there = "There are: " + String.join(", ", schemes) + ".";
    return new LeaseConfigurationException(
        what,
        directory.isPresent()
            ? there
                + " The jar of a plugin that offers it belongs in "
                + directory.get().path()
                + "."
            : there,
        null);
  }

  private static ClassLoader loader(Optional<PluginDirectory> directory) {
    ClassLoader own = Plugins.class.getClassLoader();
    List<Path> jars = directory.isPresent() ? directory.get().jars() : List.of();
    return jars.isEmpty() ? own : PluginJars.loader(jars, own);
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
        stores(all),
        AuditSinkProviders.discover(all).ids(),
        GatedActionProviders.discover(all).names());
  }

  /** What comes with the command is told, and not loaded: it was not the user who put it there. */
  private static Set<String> stores(ClassLoader plugins) {
    NavigableSet<String> schemes = new TreeSet<>(StoreProviders.discover(plugins).schemes());
    schemes.addAll(ShippedStores.of(classPath()).schemes());
    return schemes;
  }

  private static String classPath() {
    return System.getProperty("java.class.path", "");
  }

  private static boolean areOnTheClassPath() {
    String classPath = classPath();
    return classPath.isEmpty() || classPath.indexOf(File.pathSeparatorChar) >= 0;
  }
}
