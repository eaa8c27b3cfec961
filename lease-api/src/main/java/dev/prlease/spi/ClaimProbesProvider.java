package dev.prlease.spi;

/**
 * Opens probes. Found by {@link java.util.ServiceLoader}; two providers of one name are an error.
 */
public interface ClaimProbesProvider {
  /** The name by which users choose it: lower-case words joined by hyphens. */
  String name();

  /** Opens them. Asks nobody anything yet. */
  ClaimProbes open(ClaimProbesContext context);
}
