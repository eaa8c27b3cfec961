/**
 * Metrics of leases for hosts that use Micrometer: how many are held, what happens to them, and how
 * long their store takes. Start at {@link dev.prlease.micrometer.MeteredAuditSink} and {@link
 * dev.prlease.micrometer.MeteredStores}.
 */
@SuppressWarnings(
    "requires-transitive-automatic") // Micrometer has a module name, but no descriptor
module dev.prlease.micrometer {
  requires transitive dev.prlease.api;
  requires transitive micrometer.core;
  requires static transitive org.jspecify;

  exports dev.prlease.micrometer;
}
