package dev.prlease.core;

import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import java.util.Optional;

/** What is told when others wrote a slot again and again (rule P6). */
final class Contention {
  private Contention() {}

  /** {@code last} is what the last refusal showed. */
  static ContentionException after(int refusals, LeaseKey key, LeaseSlot last) {
    Optional<SessionId> owner =
        last instanceof LeaseSlot.Held held ? Optional.of(held.record().owner()) : Optional.empty();
    return new ContentionException(key, refusals, owner);
  }
}
