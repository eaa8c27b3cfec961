/**
 * A tiny SLF4J backend that prints warnings and errors on standard error, and loads nothing else.
 */
@NullMarked
package dev.prlease.cli.log;

import org.jspecify.annotations.NullMarked;
