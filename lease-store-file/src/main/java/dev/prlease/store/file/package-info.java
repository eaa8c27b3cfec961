/** Leases and audit lines in files on this host. */
@NullMarked
package dev.prlease.store.file;

import org.jspecify.annotations.NullMarked;
