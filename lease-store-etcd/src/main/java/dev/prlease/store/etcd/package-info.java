/** Leases in an etcd cluster. */
@NullMarked
package dev.prlease.store.etcd;

import org.jspecify.annotations.NullMarked;
