package dev.prlease.spi;

import dev.prlease.api.claim.Evidence;

/** Looks who acts; see {@link ClaimProbes}. */
public interface IdentityProbe {
  /** Who is logged in at the forge {@code host}. */
  Evidence<String> user(String host);

  /** The configured profile; known and empty if none is configured. */
  Evidence<String> profile();
}
