/** Tests of the etcd store, all on a real etcd. */
@NullMarked
package dev.prlease.store.etcd;

import org.jspecify.annotations.NullMarked;
