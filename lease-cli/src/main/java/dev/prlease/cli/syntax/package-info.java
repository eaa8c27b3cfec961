/** How the command is called: the table of subcommands, and what is generated from it. */
@NullMarked
package dev.prlease.cli.syntax;

import org.jspecify.annotations.NullMarked;
