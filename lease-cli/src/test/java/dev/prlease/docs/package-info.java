/** The manual says what the program says. */
@NullMarked
package dev.prlease.docs;

import org.jspecify.annotations.NullMarked;
