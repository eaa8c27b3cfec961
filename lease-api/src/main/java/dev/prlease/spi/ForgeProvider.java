package dev.prlease.spi;

/**
 * Opens a forge. Found by {@link java.util.ServiceLoader}; two providers of one name are an error.
 */
public interface ForgeProvider {
  /** The name by which users choose it: lower-case words joined by hyphens. */
  String name();

  /** Opens it. Asks nobody anything yet. */
  Forge open(ForgeContext context);
}
