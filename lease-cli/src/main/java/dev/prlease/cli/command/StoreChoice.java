package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import java.util.Optional;

/**
 * Where leases are kept: {@code --store}, else {@code PRLEASE_STORE}, else what the config file
 * says, else files under home.
 *
 * @param location to open
 * @param origin who says so
 */
record StoreChoice(String location, Origin origin) {
  private static final String DEFAULT = "file:";

  /** For programs that embed the framework; a command ends, and its memory with it. */
  private static final String IN_MEMORY = "memory:";

  /** Who chose a store. */
  enum Origin {
    /** The call. */
    OPTION("option", "--store"),
    /** The environment. */
    ENVIRONMENT("environment", Inherited.STORE),
    /** The user, once and for all. */
    CONFIG("config", "config.properties"),
    /** Nobody. */
    DEFAULT("default", "by default");

    private final String word;
    private final String text;

    Origin(String word, String text) {
      this.word = word;
      this.text = text;
    }

    /** For programs. */
    String word() {
      return word;
    }

    /** For people. */
    String text() {
      return text;
    }
  }

  /**
   * What {@code call} means. An empty location is refused rather than taken for the default:
   * sessions that look into different stores do not see each other.
   */
  static StoreChoice of(Call call, World world, SettingsOnce settings) {
    StoreChoice choice = chosen(call, world, settings);
    if (choice.location.startsWith(IN_MEMORY)) {
      throw new LeaseConfigurationException(
          "the store '"
              + choice.location
              + "' ("
              + choice.origin.text
              + ") lives in the memory of one process: its leases would end with this command, and"
              + " keep nobody out",
          "Take one that outlives the command, such as file:~/leases.",
          null);
    }
    return choice;
  }

  private static StoreChoice chosen(Call call, World world, SettingsOnce settings) {
    Optional<String> option = call.value("store");
    if (option.isPresent()) {
      if (option.get().isEmpty()) {
        throw new UsageException(
            "--store is empty", "Give it a location such as file:~/leases, or leave it out.");
      }
      return new StoreChoice(option.get(), Origin.OPTION);
    }
    String variable = world.environment().get(Inherited.STORE);
    if (variable != null) {
      if (variable.isEmpty()) {
        throw new LeaseConfigurationException(
            "PRLEASE_STORE is empty",
            "Give it a location such as file:~/leases, or unset it.",
            null);
      }
      return new StoreChoice(variable, Origin.ENVIRONMENT);
    }
    Optional<String> configured = settings.get().store();
    return configured.isPresent()
        ? new StoreChoice(configured.get(), Origin.CONFIG)
        : new StoreChoice(DEFAULT, Origin.DEFAULT);
  }
}
