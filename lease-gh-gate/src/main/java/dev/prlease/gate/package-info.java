/**
 * Gated actions: {@link dev.prlease.gate.ExecAction} runs a command under a lease. And evidence:
 * {@link dev.prlease.gate.ProcessProbe} tells whether a process still runs.
 */
@NullMarked
package dev.prlease.gate;

import org.jspecify.annotations.NullMarked;
