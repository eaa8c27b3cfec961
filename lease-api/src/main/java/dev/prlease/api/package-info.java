/**
 * Values and errors: what a lease is, and what can be wrong with one. Everything here is immutable.
 */
@NullMarked
package dev.prlease.api;

import org.jspecify.annotations.NullMarked;
