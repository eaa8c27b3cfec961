package dev.prlease.api;

/**
 * Which write a slot's content comes from: opaque, issued by the store, never reused. Only versions
 * are compared, never content, since decoding may change content.
 *
 * @param token the store's own text; it means nothing to anyone else
 */
public record SlotVersion(String token) {
  // Written out: the methods that a record gets by itself are linked at first use, at a cost that
  // each call of the
  // command would pay.
  @Override
  public boolean equals(Object other) {
    return other instanceof SlotVersion that && token.equals(that.token);
  }

  @Override
  public int hashCode() {
    return token.hashCode();
  }

  @Override
  public String toString() {
    return token;
  }
}
