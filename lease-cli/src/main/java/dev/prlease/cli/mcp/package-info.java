/** The MCP server's part in the command: its tools run the other subcommands, in this process. */
@NullMarked
package dev.prlease.cli.mcp;

import org.jspecify.annotations.NullMarked;
