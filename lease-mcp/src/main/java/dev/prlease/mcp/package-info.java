/**
 * The MCP server. It makes commands of tool calls and answers of what the commands print; {@link
 * dev.prlease.mcp.Commands} is what it needs of its host.
 */
@NullMarked
package dev.prlease.mcp;

import org.jspecify.annotations.NullMarked;
