/**
 * Leases as references of a git remote, for hosts whose sessions share a remote and nothing else:
 * the store {@code git:}. It needs the {@code git} program and no server of its own.
 */
module dev.prlease.store.git {
  requires transitive dev.prlease.api;
  requires dev.prlease.json;
  requires dev.prlease.process;

  exports dev.prlease.store.git;

  provides dev.prlease.spi.LeaseStoreProvider with
      dev.prlease.store.git.GitLeaseStoreProvider;
}
