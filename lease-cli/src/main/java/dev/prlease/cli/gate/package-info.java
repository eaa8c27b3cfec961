/**
 * The subcommands that act on a pull request: each takes its lease, keeps it, and gives it back.
 */
@NullMarked
package dev.prlease.cli.gate;

import org.jspecify.annotations.NullMarked;
