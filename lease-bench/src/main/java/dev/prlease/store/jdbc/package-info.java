/** What the benchmarks have to see of the store's inside. */
@NullMarked
package dev.prlease.store.jdbc;

import org.jspecify.annotations.NullMarked;
