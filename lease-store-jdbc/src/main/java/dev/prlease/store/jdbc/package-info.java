/** Leases in a table of an SQL database. */
@NullMarked
package dev.prlease.store.jdbc;

import org.jspecify.annotations.NullMarked;
