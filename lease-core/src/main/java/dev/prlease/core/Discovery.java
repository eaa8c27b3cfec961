package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Plugins of one kind, found by {@link ServiceLoader} and told apart by an id. Fails closed: a
 * plugin that cannot be loaded, or an id that is wrong or there twice, is an error and never
 * skipped.
 *
 * @param <P> the kind of provider
 */
final class Discovery<P> {
  /**
   * How a kind of provider is named and told apart.
   *
   * @param declared what its making may throw beside {@link LeaseException}
   */
  record Kind<P>(
      Class<P> type,
      String what,
      Function<P, String> id,
      Predicate<String> isId,
      String idRule,
      Class<? extends RuntimeException> declared) {}

  private static final String FIT =
      "Use jars of prlease and of its plugins that were made for each other.";

  private final Kind<P> kind;
  private final Map<String, P> byId;

  private Discovery(Kind<P> kind, Map<String, P> byId) {
    this.kind = kind;
    this.byId = byId;
  }

  static <P> Discovery<P> among(Kind<P> kind, Iterable<P> providers) {
    Map<String, P> byId = new TreeMap<>();
    for (P provider : load(kind, providers)) {
      String id = idOf(kind, provider);
      P other = byId.putIfAbsent(id, provider);
      if (other != null) {
        throw new LeaseConfigurationException(
            "two plugins offer the "
                + kind.what()
                + " '"
                + id
                + "': "
                + name(other)
                + " and "
                + name(provider),
            "Remove one of their jars.",
            null);
      }
    }
    return new Discovery<>(kind, byId);
  }

  private static <P> List<P> load(Kind<P> kind, Iterable<P> providers) {
    List<P> loaded = new ArrayList<>();
    try {
      Iterator<P> iterator = providers.iterator();
      while (iterator.hasNext()) {
        loaded.add(iterator.next());
      }
    } catch (ServiceConfigurationError broken) {
      throw new LeaseConfigurationException(
          "a plugin that should offer a " + kind.what() + " cannot be loaded: " + tell(broken),
          "Remove its jar, or take one that was made for this version of prlease.",
          broken);
    } catch (LinkageError misaligned) {
      throw new LeaseConfigurationException(
          "a plugin that should offer a "
              + kind.what()
              + " does not fit this version of prlease: "
              + firstLine(misaligned),
          FIT,
          misaligned);
    }
    return loaded;
  }

  private static String tell(ServiceConfigurationError broken) {
    Throwable cause = broken.getCause();
    return firstLine(broken) + (cause == null ? "" : " (" + firstLine(cause) + ")");
  }

  /** Some errors of linking tell pages; the first line says what. */
  private static String firstLine(Throwable failure) {
    String text =
        failure instanceof ServiceConfigurationError
            ? String.valueOf(failure.getMessage())
            : failure.toString();
    if (failure instanceof ExceptionInInitializerError && failure.getCause() != null) {
      text = text + ": " + failure.getCause();
    }
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end).stripTrailing();
  }

  /** The class of a plugin and, where it can be told, the jar that it comes from. */
  private static String name(Object plugin) {
    CodeSource source = plugin.getClass().getProtectionDomain().getCodeSource();
    String name = plugin.getClass().getName();
    if (source == null || source.getLocation() == null) {
      return name;
    }
    try {
      return name + " in " + Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException odd) {
      return name + " in " + source.getLocation();
    }
  }

  private static <P> String idOf(Kind<P> kind, P provider) {
    // A provider is code of others, and may answer with null.
    String id = Objects.toString(call(kind, provider), "");
    if (!kind.isId().test(id)) {
      throw new LeaseConfigurationException(
          "plugin "
              + name(provider)
              + " calls its "
              + kind.what()
              + " '"
              + id
              + "', which must be "
              + kind.idRule(),
          "Remove its jar, and tell its makers.",
          null);
    }
    return id;
  }

  private static <P> String call(Kind<P> kind, P provider) {
    try {
      return kind.id().apply(provider);
    } catch (RuntimeException | LinkageError failed) {
      throw new LeaseConfigurationException(
          "plugin " + name(provider) + " cannot tell its " + kind.what() + ": " + firstLine(failed),
          "Remove its jar, or take one that was made for this version of prlease.",
          failed);
    }
  }

  /** The ids, sorted. */
  List<String> ids() {
    return List.copyOf(byId.keySet());
  }

  P get(String id) {
    P provider = byId.get(id);
    if (provider == null) {
      throw new LeaseConfigurationException(
          "there is no " + kind.what() + " '" + id + "'",
          byId.isEmpty()
              ? "No plugin offers any: put one on the class path or the module path."
              : "There are: " + String.join(", ", Collections.unmodifiableSet(byId.keySet())) + ".",
          null);
    }
    return provider;
  }

  /** Makes something with a provider, and sees to it that it is something. */
  <T> T make(String id, Function<P, T> maker) {
    P provider = get(id);
    T made;
    try {
      made = maker.apply(provider);
    } catch (NoClassDefFoundError missing) {
      throw new LeaseConfigurationException(
          "plugin " + name(provider) + " lacks a class that it needs: " + missing.getMessage(),
          "Put the jar that holds it beside the plugin, or take one that was made for this version"
              + " of prlease.",
          missing);
    } catch (LinkageError misaligned) {
      throw new LeaseConfigurationException(
          "plugin "
              + name(provider)
              + " does not fit this version of prlease: "
              + firstLine(misaligned),
          FIT,
          misaligned);
    } catch (RuntimeException failed) {
      if (failed instanceof LeaseException || kind.declared().isInstance(failed)) {
        throw failed;
      }
      throw new LeaseConfigurationException(
          "plugin " + name(provider) + " failed for '" + id + "': " + firstLine(failed),
          "Look at what it was given; if that is right, tell its makers.",
          failed);
    }
    if (isMissing(made)) {
      throw new LeaseConfigurationException(
          "plugin " + name(provider) + " returned null for '" + id + "'",
          "Remove its jar, and tell its makers.",
          null);
    }
    checkIsWhole(provider, made);
    return made;
  }

  /**
   * Refuses what lacks a method of its port, before anybody works with it: an {@link
   * AbstractMethodError} would come in the middle of something. What has our own loader was built
   * with us.
   */
  private static void checkIsWhole(Object provider, Object made) {
    if (made.getClass().getClassLoader() == Discovery.class.getClassLoader()) {
      return;
    }
    for (Method method : made.getClass().getMethods()) {
      if (Modifier.isAbstract(method.getModifiers())) {
        throw new LeaseConfigurationException(
            "plugin "
                + name(provider)
                + " does not fit this version of prlease: its "
                + made.getClass().getName()
                + " lacks "
                + method.getName(),
            FIT,
            null);
      }
    }
  }

  /** Plugins need not heed the nullness that our ports declare. */
  private static boolean isMissing(Object made) {
    return Objects.isNull(made);
  }

  static boolean isWordsJoinedByHyphens(String id) {
    if (id.isEmpty() || id.startsWith("-") || id.endsWith("-")) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') {
        return false;
      }
    }
    return true;
  }
}
