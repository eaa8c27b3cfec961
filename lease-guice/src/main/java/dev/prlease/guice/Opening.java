package dev.prlease.guice;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What was opened so far, and what went wrong. */
final class Opening {
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<RuntimeException> troubles = new ArrayList<>();

  /** Takes {@code resource} into the list of what is to be closed. */
  <T extends AutoCloseable> T own(T resource) {
    opened.add(resource);
    return resource;
  }

  /** What {@code maker} makes; empty if it fails, which is remembered. */
  <T> Optional<T> attempt(Supplier<T> maker) {
    try {
      return Optional.of(maker.get());
    } catch (RuntimeException failed) { // a plugin may throw any
      troubles.add(failed);
      return Optional.empty();
    }
  }

  /** What was opened, the last first: in the order in which to close it. */
  List<AutoCloseable> opened() {
    List<AutoCloseable> lastFirst = new ArrayList<>(opened);
    Collections.reverse(lastFirst);
    return lastFirst;
  }

  /**
   * Closes all again and tells all that went wrong, if anything did.
   *
   * @throws LeaseConfigurationException with one line for each trouble
   */
  void failIfTroubled() {
    if (troubles.isEmpty()) {
      return;
    }
    LeaseConfigurationException all = told();
    for (RuntimeException trouble : troubles) {
      all.addSuppressed(trouble);
    }
    for (AutoCloseable resource : opened()) {
      try {
        resource.close();
      } catch (Exception failed) {
        all.addSuppressed(failed);
      }
    }
    throw all;
  }

  private LeaseConfigurationException told() {
    StringBuilder text = new StringBuilder("leases are set up wrongly:");
    for (RuntimeException trouble : troubles) {
      text.append(System.lineSeparator()).append("  ").append(line(trouble));
    }
    return new LeaseConfigurationException(
        text.toString(), "Mend each of these, and start again.", troubles.get(0));
  }

  private static String line(RuntimeException trouble) {
    return trouble instanceof LeaseException known
        ? known.getMessage() + ". " + known.nextStep()
        : trouble.toString();
  }
}
