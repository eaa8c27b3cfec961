package dev.prlease.api;

/**
 * Names one write to a slot, so that a write whose answer was lost can be recognised afterwards
 * (rule P7).
 *
 * @param value the id, compared exactly
 */
public record WriteId(String value) {
  /** A new id of 128 bits: met by no other write of any process, but no secret. */
  public static WriteId random() {
    return new WriteId(Tokens.unique());
  }

  // Written out: the methods that a record gets by itself are linked at first use, at a cost that
  // each call of the command would pay.
  @Override
  public boolean equals(Object other) {
    return other instanceof WriteId that && value.equals(that.value);
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
