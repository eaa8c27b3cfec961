/** Wires a lease manager, and whatever plugins there are, into a host application. */
@NullMarked
package dev.prlease.guice;

import org.jspecify.annotations.NullMarked;
