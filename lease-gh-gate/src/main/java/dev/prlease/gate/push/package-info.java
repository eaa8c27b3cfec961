/**
 * Forced pushes that are pinned: {@link dev.prlease.gate.push.Pushing} works out where a push goes,
 * what must be there, and reads afterwards what is.
 */
@NullMarked
package dev.prlease.gate.push;

import org.jspecify.annotations.NullMarked;
