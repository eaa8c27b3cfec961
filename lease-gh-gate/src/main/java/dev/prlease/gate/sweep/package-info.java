/** Ending leases whose pull request or process is gone: {@link dev.prlease.gate.sweep.Sweep}. */
@NullMarked
package dev.prlease.gate.sweep;

import org.jspecify.annotations.NullMarked;
