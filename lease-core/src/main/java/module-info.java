/**
 * The use cases of leases, for host applications and for adapters that drive them. Start at {@link
 * dev.prlease.core.LeaseManager}.
 */
module dev.prlease.core {
  requires transitive dev.prlease.api;
  requires static transitive org.jspecify;
  requires transitive org.slf4j;

  exports dev.prlease.core;
  exports dev.prlease.core.claim;

  uses dev.prlease.spi.AuditSinkProvider;
  uses dev.prlease.spi.ClaimProbesProvider;
  uses dev.prlease.spi.ForgeProvider;
  uses dev.prlease.spi.GatedActionProvider;
  uses dev.prlease.spi.LeaseStoreProvider;

  provides dev.prlease.spi.AuditSinkProvider with
      dev.prlease.core.Slf4jAuditSinkProvider;
}
