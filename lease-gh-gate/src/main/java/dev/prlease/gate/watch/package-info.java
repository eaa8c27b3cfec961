/**
 * Watching a pull request until it is merged: {@link dev.prlease.gate.watch.WatchAndMerge}, what it
 * is told, what it tells, and how it ends.
 */
@NullMarked
package dev.prlease.gate.watch;

import org.jspecify.annotations.NullMarked;
