/** The explorer's own tests. */
@NullMarked
package dev.prlease.testkit.explore;

import org.jspecify.annotations.NullMarked;
