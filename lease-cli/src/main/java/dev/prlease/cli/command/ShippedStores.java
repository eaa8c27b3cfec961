package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreLocation;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * The stores that come with the command and are not in its jar: each is in a directory of its
 * scheme, {@code stores/jdbc/}, beside that jar, together with its drivers.
 *
 * <p>A directory is looked at when a location has its scheme, and no other: who keeps leases in
 * files pays nothing for the drivers of a database. What is in it has a class loader of its own
 * below the command's, so that two stores may need two versions of one library.
 */
final class ShippedStores {
  private static final String DIRECTORY = "stores";

  private final Optional<Path> directory;

  private ShippedStores(Optional<Path> directory) {
    this.directory = directory;
  }

  /** Those beside the one jar that {@code classPath} is; none if it is anything else. */
  static ShippedStores of(String classPath) {
    return new ShippedStores(
        classPath.endsWith(".jar")
            ? Optional.of(Path.of(classPath).toAbsolutePath().resolveSibling(DIRECTORY))
            : Optional.empty());
  }

  /** Their schemes, sorted; nothing of them is loaded. */
  NavigableSet<String> schemes() {
    NavigableSet<String> schemes = new TreeSet<>();
    if (directory.isPresent() && Files.isDirectory(directory.get())) {
      for (Path each : entries(directory.get())) {
        String name = each.getFileName().toString();
        if (StoreLocation.isScheme(name) && Files.isDirectory(each)) {
          schemes.add(name);
        }
      }
    }
    return schemes;
  }

  /**
   * The providers of {@code scheme}, found as they are asked for; none if it is not among these.
   *
   * @param parent the command's own loader, which has the ports
   */
  Iterable<LeaseStoreProvider> providers(String scheme, ClassLoader parent) {
    if (directory.isEmpty() || !StoreLocation.isScheme(scheme)) {
      return List.of();
    }
    Path own = directory.get().resolve(scheme);
    if (!Files.isDirectory(own)) {
      return List.of();
    }
    ClassLoader loader = loader(scheme, own, parent);
    ServiceLoader<LeaseStoreProvider> all = ServiceLoader.load(LeaseStoreProvider.class, loader);
    return () -> new Own(all.iterator(), loader);
  }

  /** Stays open until the process ends: a store may need classes of its own while it closes. */
  private static ClassLoader loader(String scheme, Path from, ClassLoader parent) {
    List<URL> jars = new ArrayList<>();
    for (Path each : entries(from)) {
      if (each.getFileName().toString().endsWith(".jar")) {
        try {
          jars.add(each.toUri().toURL());
        } catch (MalformedURLException e) {
          throw broken(from, e);
        }
      }
    }
    return new URLClassLoader("prlease-store-" + scheme, jars.toArray(URL[]::new), parent);
  }

  private static NavigableSet<Path> entries(Path directory) {
    NavigableSet<Path> entries = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      all.forEach(entries::add);
    } catch (IOException e) {
      throw broken(directory, e);
    }
    return entries;
  }

  private static LeaseConfigurationException broken(Path directory, IOException e) {
    return new LeaseConfigurationException(
        "the stores that come with prlease cannot be read in " + directory + ": " + e.getMessage(),
        "Install prlease again, or let this user read that directory.",
        e);
  }

  /** Without those of the command itself, which every loader below it finds too. */
  private static final class Own implements Iterator<LeaseStoreProvider> {
    private final Iterator<LeaseStoreProvider> all;
    private final ClassLoader loader;
    private Optional<LeaseStoreProvider> next = Optional.empty();

    Own(Iterator<LeaseStoreProvider> all, ClassLoader loader) {
      this.all = all;
      this.loader = loader;
    }

    @Override
    public boolean hasNext() {
      while (next.isEmpty() && all.hasNext()) {
        LeaseStoreProvider each = all.next();
        next = each.getClass().getClassLoader() == loader ? Optional.of(each) : Optional.empty();
      }
      return next.isPresent();
    }

    @Override
    public LeaseStoreProvider next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      LeaseStoreProvider found = next.orElseThrow();
      next = Optional.empty();
      return found;
    }
  }
}
