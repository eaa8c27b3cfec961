package dev.prlease.api;

/**
 * Names one write to a slot, so that a write whose answer was lost can be recognised afterwards
 * (rule P7).
 *
 * @param value the id, compared exactly
 */
public record WriteId(String value) {
  /** A new id of 128 random bits. */
  public static WriteId random() {
    return new WriteId(Tokens.random());
  }

  @Override
  public String toString() {
    return value;
  }
}
