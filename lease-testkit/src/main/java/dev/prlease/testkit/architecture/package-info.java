/**
 * The walls of prlease as rules on bytecode, for whoever writes a plugin or a host: who may read
 * the clock, wait, make threads, start processes. Needs ArchUnit, which the kit does not bring
 * along.
 */
@NullMarked
package dev.prlease.testkit.architecture;

import org.jspecify.annotations.NullMarked;
