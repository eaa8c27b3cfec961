/** Tests of announcing. */
@NullMarked
package dev.prlease.gate.announce;

import org.jspecify.annotations.NullMarked;
