/**
 * GitHub, through its command {@code gh} (2.23 or newer) as the user has set it up: read by one
 * GraphQL query, acted on by {@code gh pr}.
 */
@NullMarked
package dev.prlease.gate.gh;

import org.jspecify.annotations.NullMarked;
