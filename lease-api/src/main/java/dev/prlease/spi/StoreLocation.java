package dev.prlease.spi;

/**
 * Where a store is: {@code scheme:rest}, split at the first colon, the rest raw.
 *
 * @param scheme which provider: lower-case letters, digits, {@code + - .}
 * @param rest handed to the provider as it is
 */
public record StoreLocation(String scheme, String rest) {
  /**
   * Splits {@code text}.
   *
   * @throws IllegalArgumentException if it has no colon, or what stands before it is no scheme
   */
  public static StoreLocation parse(String text) {
    int colon = text.indexOf(':');
    if (colon <= 0 || !isScheme(text.substring(0, colon))) {
      throw new IllegalArgumentException(
          "store location '" + text + "' must be scheme:rest, such as file:~/leases");
    }
    return new StoreLocation(text.substring(0, colon), text.substring(colon + 1));
  }

  /**
   * Whether {@code text} may be a scheme: a lower-case letter, then lower-case letters, digits,
   * {@code + - .}
   */
  public static boolean isScheme(String text) {
    if (text.isEmpty() || text.charAt(0) < 'a' || text.charAt(0) > 'z') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean known =
          (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!known) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return scheme + ":" + rest;
  }
}
