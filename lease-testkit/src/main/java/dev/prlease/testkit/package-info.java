/**
 * What a host, a store or a gated action is tested with: time that only a test moves, faults on
 * demand, and the contracts as suites to subclass.
 */
@NullMarked
package dev.prlease.testkit;

import org.jspecify.annotations.NullMarked;
