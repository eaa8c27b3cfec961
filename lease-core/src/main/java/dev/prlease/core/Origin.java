package dev.prlease.core;

/** How a handle came to be. */
public enum Origin {
  /** The key was free. */
  FRESH,
  /** The session held it live already: the same holding, a new grant. */
  AGAIN,
  /** An expired or unreadable record was taken over. */
  RECLAIMED,
  /** It was moved from another session. */
  ADOPTED,
  /** The session's live holding was found, and nothing was written. */
  ATTACHED
}
