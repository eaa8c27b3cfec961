/** For the long runs of prlease itself, {@code bin/soak}; not exported. */
@NullMarked
package dev.prlease.testkit.soak;

import org.jspecify.annotations.NullMarked;
