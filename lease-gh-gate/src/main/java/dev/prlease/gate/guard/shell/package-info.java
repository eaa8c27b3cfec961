/** Reads what a shell would run, without running any of it. */
@NullMarked
package dev.prlease.gate.guard.shell;

import org.jspecify.annotations.NullMarked;
