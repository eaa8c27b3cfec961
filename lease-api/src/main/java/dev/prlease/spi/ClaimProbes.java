package dev.prlease.spi;

/**
 * Who is asked for evidence about claims. A caller's word is no evidence: probes look for
 * themselves.
 *
 * <p>Each look is made anew and takes bounded time. What cannot be found out is {@link
 * dev.prlease.api.claim.Evidence.Unknown unknown} with its reason, and never a guess; a look that
 * throws counts as that. Implementations are safe for use by several threads at once.
 */
public interface ClaimProbes extends AutoCloseable {
  /** Who looks at processes. */
  ProcessProbe processes();

  /** Who looks at worktrees. */
  WorktreeProbe worktrees();

  /** Who looks at the heads of branches. */
  HeadsProbe heads();

  /** Who looks for pull requests that own an issue. */
  CompetitorsProbe competitors();

  /** Who looks who acts. */
  IdentityProbe identity();

  /** Gives back what it holds. */
  @Override
  default void close() {}
}
