/** Races: real threads and real processes on one place, and a check of what they saw. */
@NullMarked
package dev.prlease.testkit.race;

import org.jspecify.annotations.NullMarked;
