/** The races' own tests. */
@NullMarked
package dev.prlease.testkit.race;

import org.jspecify.annotations.NullMarked;
