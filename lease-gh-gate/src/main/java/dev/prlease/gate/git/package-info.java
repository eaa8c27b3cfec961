/** Running {@code git}: bounded, without prompts, and, where it acts, bound to a gate. */
@NullMarked
package dev.prlease.gate.git;

import org.jspecify.annotations.NullMarked;
