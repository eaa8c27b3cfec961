@NullMarked
package dev.prlease.mcp.stdio;

import org.jspecify.annotations.NullMarked;
