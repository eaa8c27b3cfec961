/** The subcommands, one class each, loaded only when used. */
@NullMarked
package dev.prlease.cli.command;

import org.jspecify.annotations.NullMarked;
