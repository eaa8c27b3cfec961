/** Violations made for the tests of {@link dev.prlease.testkit.architecture}: one of each kind. */
@NullMarked
package dev.prlease.testkit.architecture.synthetic;

import org.jspecify.annotations.NullMarked;
