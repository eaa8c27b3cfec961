/** Tests of the git store. */
@NullMarked
package dev.prlease.store.git;

import org.jspecify.annotations.NullMarked;
