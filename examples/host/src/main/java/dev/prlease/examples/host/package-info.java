/** An application that finishes pull requests, each under its lease. */
@NullMarked
package dev.prlease.examples.host;

import org.jspecify.annotations.NullMarked;
