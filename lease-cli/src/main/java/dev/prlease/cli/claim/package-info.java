/** {@code prlease claim}: leases on issues, by evidence. */
@NullMarked
package dev.prlease.cli.claim;

import org.jspecify.annotations.NullMarked;
