/**
 * Claims: leases on issues, which only evidence can renew or take over once they have expired. The
 * values of a claim, what is known about it from whom and since when, and why one is refused.
 * Everything here is immutable.
 */
@NullMarked
package dev.prlease.api.claim;

import org.jspecify.annotations.NullMarked;
