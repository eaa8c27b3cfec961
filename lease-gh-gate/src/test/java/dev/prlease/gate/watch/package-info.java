/** Tests of watching. */
@NullMarked
package dev.prlease.gate.watch;

import org.jspecify.annotations.NullMarked;
