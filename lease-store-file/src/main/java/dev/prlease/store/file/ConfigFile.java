package dev.prlease.store.file;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseStoreException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What {@code config.properties} in the home of prlease says: settings, each with the line that it
 * stands on. Which settings there are, and what they mean, is for those who ask.
 *
 * <p>What stands in it decides where leases are kept and from where code is run, so it is looked at
 * with the care that the directory of leases gets: what others may write is refused, with the
 * command that mends it, and so is what is no regular file. Where there is no such file there are
 * no settings, and that costs one look.
 *
 * <p>Immutable. How a line is written: see {@link ConfigText}.
 */
public final class ConfigFile {
  /** Beyond this size, in bytes, the audit is set aside and begun anew. */
  public static final String AUDIT_MAX_BYTES = "audit.max-bytes";

  /** How many files that were set aside are kept. */
  public static final String AUDIT_KEEP = "audit.keep";

  /** The directory of plugins, see {@link PluginDirectory}. */
  public static final String PLUGINS = "plugins";

  static final String NAME = "config.properties";

  /** A few lines are expected; this is far beyond, and read in no time. */
  private static final int MAX_BYTES = 1 << 16;

  private final Optional<Path> path;
  private final List<Setting> settings;

  private ConfigFile(Optional<Path> path, List<Setting> settings) {
    this.path = path;
    this.settings = settings;
  }

  /**
   * One setting.
   *
   * @param name as written
   * @param value as written, without the blanks around it; may be empty
   * @param line its number, from 1
   */
  public record Setting(String name, String value, int line) {}

  /**
   * The directory of everything that prlease keeps for the user whose environment this is.
   *
   * @throws LeaseConfigurationException if there is none
   */
  public static Path home(Map<String, String> environment) {
    return PrleaseHome.find(environment);
  }

  /**
   * The one of the user whose environment this is; without settings if it is not there, or no home
   * is named.
   *
   * @throws LeaseConfigurationException if it is not fit to be read, or cannot be
   */
  public static ConfigFile of(Map<String, String> environment) {
    Optional<Path> home = PrleaseHome.ifKnown(environment);
    if (home.isEmpty()) {
      return new ConfigFile(Optional.empty(), List.of());
    }
    Path file = home.get().resolve(NAME);
    try {
      Optional<Entry> found = look(home.get(), file);
      List<Setting> settings = found.isPresent() ? read(home.get(), file, found.get()) : List.of();
      return new ConfigFile(Optional.of(file), settings);
    } catch (LeaseStoreException unfit) {
      throw new LeaseConfigurationException(
          file + " is not read: " + unfit.getMessage(), unfit.nextStep(), unfit);
    } catch (IOException e) {
      throw new LeaseConfigurationException(
          "could not read " + file + ": " + StoreTrouble.reason(e),
          "See to it that you may read it, or move it away.",
          e);
    }
  }

  /** Where home is no directory nothing is in it; whoever needs one tells of that. */
  private static Optional<Entry> look(Path home, Path file) throws IOException {
    try {
      return Entry.at(file);
    } catch (FileSystemException e) {
      Optional<Entry> there = Entry.behind(home);
      if (there.isPresent() && !there.get().isDirectory()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static List<Setting> read(Path home, Path file, Entry found) throws IOException {
    CurrentUser user = CurrentUser.find();
    new DirectoryGuard(home, Optional.empty(), user).look();
    check(file, found, user);
    return ConfigText.parse(file, Files.readAllBytes(file));
  }

  private static void check(Path file, Entry found, CurrentUser user) {
    if (!found.isRegularFile()) {
      throw new LeaseConfigurationException(
          file + " is " + found.kindText() + ", not a regular file, and was not opened",
          "Put the file itself there, or move it away.",
          null);
    }
    if (found.uid() != user.uid()) {
      throw new LeaseConfigurationException(
          file + " belongs to user " + found.uid() + ", and this is user " + user.uid(),
          "If you trust what it says, put a copy of your own in its place.",
          null);
    }
    if (found.isWritableByOthers()) {
      throw new LeaseConfigurationException(
          file + " may be written by other users",
          "If you trust what it says, keep others out: chmod 600 " + ShellWord.of(file),
          null);
    }
    if (found.size() > MAX_BYTES) {
      throw new LeaseConfigurationException(
          file + " is larger than " + MAX_BYTES + " bytes, and was not read",
          "See what it is, and move it away.",
          null);
    }
  }

  /** Where it is, or would be; empty if no home is named. */
  public Optional<Path> path() {
    return path;
  }

  /** All settings, in their order; no name is there twice. */
  public List<Setting> settings() {
    return settings;
  }

  /** The setting {@code name}, if it is there. */
  public Optional<Setting> find(String name) {
    for (Setting setting : settings) {
      if (setting.name().equals(name)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  /**
   * What is said of the audit, else the defaults.
   *
   * @throws LeaseConfigurationException if it is no size or number, or out of range
   */
  public AuditLimits auditLimits() {
    Optional<Setting> maxBytes = find(AUDIT_MAX_BYTES);
    Optional<Setting> keep = find(AUDIT_KEEP);
    return new AuditLimits(
        maxBytes.isPresent() ? auditMaxBytes(maxBytes.get()) : AuditLimits.DEFAULT.maxBytes(),
        keep.isPresent() ? auditKeep(keep.get()) : AuditLimits.DEFAULT.keep());
  }

  private long auditMaxBytes(Setting setting) {
    OptionalLong size = ByteSize.parse(setting.value());
    if (size.isEmpty()) {
      throw wrong(setting, "'" + setting.value() + "' is no size", "Write it as " + ByteSize.FORMS);
    }
    if (!AuditLimits.isMaxBytes(size.getAsLong())) {
      throw wrong(
          setting,
          "'" + setting.value() + "' is not between 4KiB and 1024GiB",
          "Give it such a size, or 0 for no limit.");
    }
    return size.getAsLong();
  }

  private int auditKeep(Setting setting) {
    OptionalLong count = ByteSize.parse(setting.value());
    if (count.isEmpty() || !AuditLimits.isKeep(count.getAsLong())) {
      throw wrong(
          setting,
          "'" + setting.value() + "' is not a number from 1 to " + AuditLimits.MOST_KEPT,
          "Say how many files of the audit are kept besides the one that is written to.");
    }
    return (int) count.getAsLong();
  }

  /** The error that {@code setting} is wrong: it names file, line and setting. */
  public LeaseConfigurationException wrong(Setting setting, String what, String nextStep) {
    return new LeaseConfigurationException(
        at(setting) + ": " + setting.name() + ": " + what, nextStep, null);
  }

  /** Where {@code setting} stands, for messages: file and line. */
  public String at(Setting setting) {
    return (path.isPresent() ? path.get() : NAME) + " line " + setting.line();
  }
}
