/**
 * Leases and audit lines in files on this host, for hosts that coordinate the sessions of one
 * machine: the store {@code file:} and the audit sink {@code jsonl}.
 */
module dev.prlease.store.file {
  requires transitive dev.prlease.api;
  requires dev.prlease.json;
  requires org.slf4j;

  exports dev.prlease.store.file;

  provides dev.prlease.spi.AuditSinkProvider with
      dev.prlease.store.file.JsonLinesAuditSinkProvider;
  provides dev.prlease.spi.LeaseStoreProvider with
      dev.prlease.store.file.FileLeaseStoreProvider;
}
