/** Leases as references of a git remote. */
@NullMarked
package dev.prlease.store.git;

import org.jspecify.annotations.NullMarked;
