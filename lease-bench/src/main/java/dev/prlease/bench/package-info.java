/**
 * Benchmarks: each measure stands beside the floor that it is compared with, so that one run gives
 * the ratio.
 */
@NullMarked
package dev.prlease.bench;

import org.jspecify.annotations.NullMarked;
