package dev.prlease.api;

import java.util.Optional;

/**
 * Others wrote the slot, or kept it locked, all the time that this one tried; nothing was written.
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

  private ContentionException(Optional<LeaseKey> key, String message, String nextStep) {
    super("contention", key, Outcome.NOT_WRITTEN, message, nextStep, null);
    this.lastOwner = Optional.empty();
  }

  /** Others kept the slot of {@code key} locked for as long as a store waits for that. */
  public static ContentionException locked(
      Optional<LeaseKey> key, String message, String nextStep) {
    return new ContentionException(key, message, nextStep);
  }

  /** The owner seen last, if the slot was held. */
  public Optional<SessionId> lastOwner() {
    return lastOwner;
  }
}
