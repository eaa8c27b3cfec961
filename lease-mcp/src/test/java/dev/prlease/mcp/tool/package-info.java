@NullMarked
package dev.prlease.mcp.tool;

import org.jspecify.annotations.NullMarked;
