package dev.prlease.api;

/**
 * Names one acquisition. A handle renews and frees only the grant that it was given (rule P2).
 *
 * @param value the id, compared exactly
 */
public record GrantId(String value) {
  /** A new id of 128 random bits. */
  public static GrantId random() {
    return new GrantId(Tokens.random());
  }

  @Override
  public String toString() {
    return value;
  }
}
