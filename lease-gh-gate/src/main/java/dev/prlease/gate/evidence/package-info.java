/**
 * Evidence about claims: processes, worktrees, heads, competitors and who acts are looked at anew
 * each time, by git, gh and {@code /proc}. Found by {@link java.util.ServiceLoader}; whoever wants
 * it asks for {@link dev.prlease.spi.ClaimProbes}.
 */
@NullMarked
package dev.prlease.gate.evidence;

import org.jspecify.annotations.NullMarked;
