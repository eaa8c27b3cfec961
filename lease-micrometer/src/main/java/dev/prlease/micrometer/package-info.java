/** Metrics of leases, for Micrometer. */
@NullMarked
package dev.prlease.micrometer;

import org.jspecify.annotations.NullMarked;
