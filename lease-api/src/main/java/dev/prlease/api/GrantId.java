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

  // Written out: the methods that a record gets by itself are linked at first use, at a cost that
  // each call of the command would pay.
  @Override
  public boolean equals(Object other) {
    return other instanceof GrantId that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
