package dev.prlease.api;

import java.util.Optional;

/**
 * So many others wrote the slot at the same time that every try was refused; nothing was written.
 *
 * <p><b>What to do:</b> try again a little later.
 */
public final class ContentionException extends LeaseStoreException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<SessionId> lastOwner;

  /** {@code tries} exchanges were refused; {@code lastOwner} was seen in the last refusal. */
  public ContentionException(LeaseKey key, int tries, Optional<SessionId> lastOwner) {
    super(
        "contention",
        Optional.of(key),
        Outcome.NOT_WRITTEN,
        key
            + " was written by others "
            + tries
            + " times in a row"
            + lastOwner.map(owner -> "; last seen held by session " + owner).orElse(""),
        "Try again in a moment.",
        null);
    this.lastOwner = lastOwner;
  }

  /** The owner seen last, if the slot was held. */
  public Optional<SessionId> lastOwner() {
    return lastOwner;
  }
}
