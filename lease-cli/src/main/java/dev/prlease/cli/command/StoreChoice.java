package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import java.util.Optional;

/** Where leases are kept: {@code --store}, else {@code PRLEASE_STORE}, else files under home. */
final class StoreChoice {
  private static final String DEFAULT = "file:";

  /** For programs that embed the framework; a command ends, and its memory with it. */
  private static final String IN_MEMORY = "memory:";

  private StoreChoice() {}

  /**
   * The location to open. An empty one is refused rather than taken for the default: sessions that
   * look into different stores do not see each other.
   */
  static String location(Call call, World world) {
    String location = chosen(call, world);
    if (location.startsWith(IN_MEMORY)) {
      throw new LeaseConfigurationException(
          "the store '"
              + location
              + "' lives in the memory of one process: its leases would end with this command, and"
              + " keep nobody out",
          "Take one that outlives the command, such as file:~/.prlease.",
          null);
    }
    return location;
  }

  private static String chosen(Call call, World world) {
    Optional<String> option = call.value("store");
    if (option.isPresent()) {
      if (option.get().isEmpty()) {
        throw new UsageException(
            "--store is empty", "Give it a location such as file:~/.prlease, or leave it out.");
      }
      return option.get();
    }
    String variable = world.environment().get(Inherited.STORE);
    if (variable == null) {
      return DEFAULT;
    }
    if (variable.isEmpty()) {
      throw new LeaseConfigurationException(
          "PRLEASE_STORE is empty",
          "Give it a location such as file:~/.prlease, or unset it.",
          null);
    }
    return variable;
  }
}
