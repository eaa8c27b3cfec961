/** What cannot be shown within the build: the examples that live outside it. */
@NullMarked
package dev.prlease.examples.checks;

import org.jspecify.annotations.NullMarked;
