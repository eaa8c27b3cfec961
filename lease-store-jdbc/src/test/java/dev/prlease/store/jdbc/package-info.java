/** Tests of the SQL store, on real engines. */
@NullMarked
package dev.prlease.store.jdbc;

import org.jspecify.annotations.NullMarked;
