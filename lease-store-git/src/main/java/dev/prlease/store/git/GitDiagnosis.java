package dev.prlease.store.git;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.spi.Finding;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the remote can be reached and read. Whether it takes leases shows the first one: a push
 * that is only tried runs none of the server's hooks.
 */
final class GitDiagnosis {
  private static final String SUBJECT = "store";

  /** A key of nobody's. */
  private static final LeaseKey PROBE = LeaseKey.pullRequest("prlease/doctor", 1);

  private final Slots slots;
  private final RefNames names;

  GitDiagnosis(Slots slots, RefNames names) {
    this.slots = slots;
    this.names = names;
  }

  List<Finding> diagnose() {
    try (Slots.Session session = slots.session()) {
      session.read(Set.of(names.of(PROBE)), Optional.empty());
      return List.of(Finding.ok(SUBJECT, slots.location() + " was reached and read"));
    } catch (LeaseException failed) {
      return List.of(
          Finding.error(SUBJECT, String.valueOf(failed.getMessage()), failed.nextStep()));
    } catch (IOException e) {
      LeaseException failed = slots.disk(Optional.empty(), e);
      return List.of(
          Finding.error(SUBJECT, String.valueOf(failed.getMessage()), failed.nextStep()));
    }
  }
}
