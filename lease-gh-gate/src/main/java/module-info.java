/**
 * What is done behind the gate, for hosts that drive pull requests: a command that cannot outlive
 * its lease, the look at processes that tells whether a holder still runs, and the evidence about
 * claims on issues.
 */
module dev.prlease.gate {
  requires static transitive org.jspecify;
  requires transitive dev.prlease.api;
  requires transitive dev.prlease.core;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires transitive dev.prlease.process;

  exports dev.prlease.gate;
  exports dev.prlease.gate.announce;
  exports dev.prlease.gate.checkout;
  exports dev.prlease.gate.guard;
  exports dev.prlease.gate.push;
  exports dev.prlease.gate.sweep;
  exports dev.prlease.gate.watch;

  provides dev.prlease.spi.GatedActionProvider with
      dev.prlease.gate.AutoMergeActionProvider,
      dev.prlease.gate.CloseActionProvider,
      dev.prlease.gate.ExecActionProvider,
      dev.prlease.gate.ForcePushActionProvider,
      dev.prlease.gate.MergeActionProvider,
      dev.prlease.gate.RebaseActionProvider;
  provides dev.prlease.spi.ClaimProbesProvider with
      dev.prlease.gate.evidence.GhClaimProbesProvider;
  provides dev.prlease.spi.ForgeProvider with
      dev.prlease.gate.gh.GhForgeProvider;
}
