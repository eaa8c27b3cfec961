package dev.prlease.api;

/**
 * Which write a slot's content comes from: opaque, issued by the store, never reused. Only versions
 * are compared, never content, since decoding may change content.
 *
 * @param token the store's own text; it means nothing to anyone else
 */
public record SlotVersion(String token) {
  @Override
  public String toString() {
    return token;
  }
}
