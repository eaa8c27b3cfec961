/** The kit's own tests. */
@NullMarked
package dev.prlease.testkit;

import org.jspecify.annotations.NullMarked;
