/** The {@code prlease} command: entry point and what all its subcommands share. */
@NullMarked
package dev.prlease.cli;

import org.jspecify.annotations.NullMarked;
