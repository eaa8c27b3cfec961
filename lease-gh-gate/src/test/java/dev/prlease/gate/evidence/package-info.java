/** Tests of evidence, on real repositories and processes. */
@NullMarked
package dev.prlease.gate.evidence;

import org.jspecify.annotations.NullMarked;
