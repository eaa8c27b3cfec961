package dev.prlease.store.file;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseStoreException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The directory of plugins: what {@code PRLEASE_PLUGINS} names, else what the setting {@code
 * plugins} of the {@link ConfigFile} does, else {@code plugins} in the home of prlease. Code is run
 * from it, so it and its jars are looked at with the care that the directory of leases gets:
 * whoever else may write them is refused, with the command that mends it. Immutable.
 */
public final class PluginDirectory {
  private static final String VARIABLE = "PRLEASE_PLUGINS";
  private static final int ROOT = 0;

  /** Whether the directory must be there. */
  private enum Named {
    EXPLICITLY,
    BY_DEFAULT
  }

  private final Path path;
  private final Optional<Path> home;
  private final Named named;

  /** Who names it, for messages. */
  private final String source;

  private PluginDirectory(Path path, Optional<Path> home, Named named, String source) {
    this.path = path;
    this.home = home.filter(path::startsWith);
    this.named = named;
    this.source = source;
  }

  /**
   * The one of the user whose environment this is; empty if neither it nor a home is named.
   *
   * @throws LeaseConfigurationException if what names it is no absolute path, or the config file is
   *     not fit to be read
   */
  public static Optional<PluginDirectory> of(Map<String, String> environment) {
    return of(environment, () -> ConfigFile.of(environment));
  }

  /** The same, for who has read the config file, or will if it is asked for. */
  public static Optional<PluginDirectory> of(
      Map<String, String> environment, Supplier<ConfigFile> configFile) {
    Optional<Path> home = PrleaseHome.ifKnown(environment);
    String text = environment.get(VARIABLE);
    if (text != null) {
      return Optional.of(named(text, VARIABLE, home, environment));
    }
    ConfigFile config = configFile.get();
    Optional<ConfigFile.Setting> setting = config.find(ConfigFile.PLUGINS);
    if (setting.isPresent()) {
      String source = config.at(setting.get()) + ": " + ConfigFile.PLUGINS;
      return Optional.of(named(setting.get().value(), source, home, environment));
    }
    return home.map(
        at -> new PluginDirectory(at.resolve("plugins"), Optional.of(at), Named.BY_DEFAULT, ""));
  }

  private static PluginDirectory named(
      String text, String source, Optional<Path> home, Map<String, String> environment) {
    if (text.isEmpty()) {
      throw new LeaseConfigurationException(
          source + " is empty", "Give it a directory, or leave it out.", null);
    }
    try {
      Path path = PrleaseHome.expand(text, source + " '" + text + "'", environment);
      return new PluginDirectory(path, home, Named.EXPLICITLY, source);
    } catch (InvalidPathException e) {
      throw new LeaseConfigurationException(
          source + " '" + text + "' is no path: " + e.getReason(),
          "Write an absolute path, or one that starts with ~/.",
          e);
    }
  }

  /** Where it is, or would be. */
  public Path path() {
    return path;
  }

  /**
   * Its jars, by name; none if it is not there and need not be.
   *
   * @throws LeaseConfigurationException if it or one of them is not fit to run code from
   */
  public List<Path> jars() {
    try {
      CurrentUser user = CurrentUser.find();
      if (new DirectoryGuard(path, home, user).look().isEmpty()) {
        if (named == Named.BY_DEFAULT) {
          return List.of();
        }
        throw new LeaseConfigurationException(
            source + " names " + path + ", and no such directory is there",
            "Make it, name another, or take that setting back.",
            null);
      }
      List<Path> jars = list();
      for (Path jar : jars) {
        check(jar, user);
      }
      return jars;
    } catch (LeaseStoreException unfit) {
      throw new LeaseConfigurationException(
          "plugins are not loaded: " + unfit.getMessage(), unfit.nextStep(), unfit);
    } catch (IOException e) {
      throw new LeaseConfigurationException(
          "plugins are not loaded: could not read " + path + ": " + StoreTrouble.reason(e),
          "See to it that you may read it and everything in it.",
          e);
    }
  }

  private List<Path> list() throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.endsWith(".jar") && !name.startsWith(".")) {
          jars.add(entry);
        }
      }
    }
    Collections.sort(jars);
    return jars;
  }

  /** What is root's may be run: root can do everything anyway. */
  private static void check(Path jar, CurrentUser user) throws IOException {
    Optional<Entry> there = Entry.at(jar);
    if (there.isEmpty()) {
      throw new IOException(jar + " vanished");
    }
    Entry found = there.get();
    if (!found.isRegularFile()) {
      throw refusal(
          jar + " is " + found.kindText() + ", not a regular file",
          "Put the jar itself there, or move it away.");
    }
    if (found.uid() != user.uid() && found.uid() != ROOT) {
      throw refusal(
          jar + " belongs to user " + found.uid() + ", and this is user " + user.uid(),
          "If you trust what it is, put a copy of your own in its place.");
    }
    if (found.isWritableByOthers()) {
      throw refusal(
          jar + " may be written by other users",
          "If you trust what it is, keep others out: chmod go-w " + ShellWord.of(jar));
    }
  }

  private static LeaseConfigurationException refusal(String what, String nextStep) {
    return new LeaseConfigurationException("plugins are not loaded: " + what, nextStep, null);
  }
}
