/**
 * The values, errors and ports of prlease, for everyone: hosts that take leases, adapters that
 * store them, and third parties that add stores, audit sinks or gated actions. It depends on the
 * JDK alone.
 */
module dev.prlease.api {
  requires static transitive org.jspecify;

  exports dev.prlease.api;
  exports dev.prlease.api.claim;
  exports dev.prlease.api.forge;
  exports dev.prlease.spi;

  provides dev.prlease.spi.Clock with
      dev.prlease.spi.SystemClock;
}
