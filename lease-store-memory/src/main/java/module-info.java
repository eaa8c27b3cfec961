/**
 * Leases within one JVM: for hosts whose sessions are all threads of one process, and for tests. A
 * host binds {@code InMemoryLeaseStore} by hand, or opens {@code memory:name}.
 */
module dev.prlease.store.memory {
  requires static transitive org.jspecify;
  requires transitive dev.prlease.api;
  requires org.slf4j;

  exports dev.prlease.store.memory;

  provides dev.prlease.spi.LeaseStoreProvider with
      dev.prlease.store.memory.MemoryLeaseStoreProvider;
}
