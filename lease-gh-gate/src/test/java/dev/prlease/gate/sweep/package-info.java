/** Tests of sweeps. */
@NullMarked
package dev.prlease.gate.sweep;

import org.jspecify.annotations.NullMarked;
