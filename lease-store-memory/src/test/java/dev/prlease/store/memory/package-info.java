/** Tests of the memory store. */
@NullMarked
package dev.prlease.store.memory;

import org.jspecify.annotations.NullMarked;
