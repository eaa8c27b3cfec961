package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.spi.AuditSinkProvider;
import dev.prlease.spi.GatedActionProvider;
import dev.prlease.spi.LeaseStoreProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Makes one class loader of plugins' jars, below the command's own: a plugin and the driver that it
 * needs see each other, and both see prlease.
 *
 * <p>What the JDK passes over in silence is looked for first. Its loader skips a jar that it cannot
 * open, and a provider that two jars hold is taken from the first of them, so that an old version
 * left behind might be what runs.
 */
final class PluginJars {
  private static final List<Class<?>> PORTS =
      List.of(LeaseStoreProvider.class, AuditSinkProvider.class, GatedActionProvider.class);

  /** Which jar names a provider, by the provider's class. */
  private final Map<String, Path> providers = new HashMap<>();

  private PluginJars() {}

  /**
   * What sees the classes in {@code jars}. It stays open until the process ends: a plugin may need
   * classes of its own while it closes.
   *
   * @throws LeaseConfigurationException if one of them is broken, or two hold the same plugin
   */
  static ClassLoader loader(List<Path> jars, ClassLoader parent) {
    PluginJars looking = new PluginJars();
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      looking.look(jar);
      urls.add(url(jar));
    }
    URLClassLoader loader = new URLClassLoader("prlease-plugins", urls.toArray(URL[]::new), parent);
    looking.providers.forEach((provider, jar) -> checkIsThere(provider, jar, loader));
    return loader;
  }

  private void look(Path jar) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (Class<?> port : PORTS) {
        ZipEntry names = zip.getEntry("META-INF/services/" + port.getName());
        if (names != null) {
          try (InputStream in = zip.getInputStream(names)) {
            take(jar, new String(in.readAllBytes(), StandardCharsets.UTF_8));
          }
        }
      }
    } catch (IOException broken) {
      throw new LeaseConfigurationException(
          "the plugin " + jar + " cannot be read: " + broken.getMessage(),
          "Copy it there again, or remove it.",
          broken);
    }
  }

  private void take(Path jar, String services) {
    for (String line : services.lines().toList()) {
      int comment = line.indexOf('#');
      String provider = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (provider.isEmpty()) {
        continue;
      }
      Path other = providers.putIfAbsent(provider, jar);
      if (other != null && !other.equals(jar)) {
        throw new LeaseConfigurationException(
            "two jars hold the plugin " + provider + ": " + other + " and " + jar,
            "Remove one of them.",
            null);
      }
    }
  }

  private static void checkIsThere(String provider, Path jar, ClassLoader loader) {
    if (loader.getResource(provider.replace('.', '/') + ".class") == null) {
      throw new LeaseConfigurationException(
          "the plugin " + jar + " names the provider " + provider + ", which is in no jar",
          "Take a complete jar, or remove it.",
          null);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new LeaseConfigurationException(
          "the plugin " + jar + " has no URL: " + e.getMessage(), "Give it another name.", e);
    }
  }
}
