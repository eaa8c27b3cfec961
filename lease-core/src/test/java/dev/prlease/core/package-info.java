/** Tests of the core on a small store of their own. */
@NullMarked
package dev.prlease.core;

import org.jspecify.annotations.NullMarked;
