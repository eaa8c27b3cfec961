package dev.prlease.api.claim;

import java.util.Objects;

/**
 * Who claims.
 *
 * @param user the name at the forge; its ASCII case does not matter, as forges have it
 * @param profile the configured profile that the user acts in; may be empty
 */
public record Claimant(String user, String profile) {
  /** Refuses null. */
  public Claimant {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(profile, "profile");
  }

  /** {@code user / profile}. */
  @Override
  public String toString() {
    return profile.isEmpty() ? user : user + " / " + profile;
  }
}
