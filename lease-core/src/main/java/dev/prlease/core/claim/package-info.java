/**
 * What a claim may become, as pure functions of the record, the request, the evidence and the time;
 * and how asking for one ends.
 */
@NullMarked
package dev.prlease.core.claim;

import org.jspecify.annotations.NullMarked;
