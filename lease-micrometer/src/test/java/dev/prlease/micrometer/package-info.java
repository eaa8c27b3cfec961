/** Tests of the metrics. */
@NullMarked
package dev.prlease.micrometer;

import org.jspecify.annotations.NullMarked;
