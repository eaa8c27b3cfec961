/**
 * The use cases of leases: acquire, assert, renew, keep, release, gate. Start at {@link
 * dev.prlease.core.LeaseManager}.
 */
@NullMarked
package dev.prlease.core;

import org.jspecify.annotations.NullMarked;
