package dev.prlease.core;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.ClaimTerms;
import java.util.ArrayList;
import java.util.List;

/**
 * What binds records that we write, by whatever door: a session or holder that was made past its
 * own checks would otherwise go into the store. Records of others are kept as they are.
 */
final class Limits {
  private static final int SHA1_DIGITS = 40;
  private static final int SHA256_DIGITS = 64;

  private Limits() {}

  /**
   * Refuses a session that may not become an owner.
   *
   * @throws IllegalArgumentException as {@link SessionId#of} does
   */
  static void check(SessionId owner) {
    SessionId.of(owner.value());
  }

  /**
   * Refuses a holder that is too long for a record.
   *
   * @throws LeaseConfigurationException that tells everything that is wrong with it
   */
  static void check(Holder holder) {
    List<String> wrong = new ArrayList<>(0);
    checkLength(holder.host(), "host", wrong);
    checkLength(holder.program(), "program", wrong);
    checkLength(holder.label(), "label", wrong);
    if (!wrong.isEmpty()) {
      throw new LeaseConfigurationException(
          "a lease's holder is too long to be written: " + String.join(", ", wrong),
          "Keep each to " + Holder.MAX_LENGTH + " characters.",
          null);
    }
  }

  /**
   * Refuses terms of a claim that may not be written.
   *
   * @throws IllegalArgumentException that tells everything that is wrong with them
   */
  static void check(ClaimTerms terms) {
    List<String> defects = terms.defects();
    if (!defects.isEmpty()) {
      throw new IllegalArgumentException(
          "a claim cannot be for this: " + String.join(", ", defects));
    }
  }

  /**
   * Refuses what is no whole commit id: a shortened one is ambiguous, and git refuses it too.
   *
   * @throws IllegalArgumentException saying so
   */
  static void checkCommit(String sha) {
    boolean whole = sha.length() == SHA1_DIGITS || sha.length() == SHA256_DIGITS;
    for (int i = 0; i < sha.length() && whole; i++) {
      char c = sha.charAt(i);
      whole = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }
    if (!whole) {
      throw new IllegalArgumentException(
          "a commit id has 40 or 64 lower-case hexadecimal digits, not '" + sha + "'");
    }
  }

  private static void checkLength(String value, String name, List<String> wrong) {
    if (value.length() > Holder.MAX_LENGTH) {
      wrong.add(name + " has " + value.length() + " characters");
    }
  }
}
