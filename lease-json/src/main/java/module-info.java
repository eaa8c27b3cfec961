/**
 * The JSON form of slots, records and audit events, for adapters that keep leases as text and for
 * programs that print them.
 *
 * <p>Nothing here throws on bad content: what was found wrong is a value.
 */
module dev.prlease.json {
  requires transitive dev.prlease.api;
  requires com.fasterxml.jackson.core;

  exports dev.prlease.json;
}
