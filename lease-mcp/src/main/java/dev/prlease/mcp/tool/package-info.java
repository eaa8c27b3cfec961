/** The tools: what they are called, what they want, what they answer, and the commands behind. */
@NullMarked
package dev.prlease.mcp.tool;

import org.jspecify.annotations.NullMarked;
