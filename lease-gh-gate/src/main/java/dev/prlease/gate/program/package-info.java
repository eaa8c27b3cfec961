/**
 * Running the programs that the gate acts through: {@code gh} and {@code git}, with an explicit
 * environment, bounded output and bounded time, gone when their lease is.
 */
@NullMarked
package dev.prlease.gate.program;

import org.jspecify.annotations.NullMarked;
