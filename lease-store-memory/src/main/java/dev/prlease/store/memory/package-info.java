/** Leases within one JVM: for tests, and for a host whose sessions are threads of one process. */
@NullMarked
package dev.prlease.store.memory;

import org.jspecify.annotations.NullMarked;
