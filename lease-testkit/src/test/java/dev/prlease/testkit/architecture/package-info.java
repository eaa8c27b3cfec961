/** The walls' own tests. */
@NullMarked
package dev.prlease.testkit.architecture;

import org.jspecify.annotations.NullMarked;
