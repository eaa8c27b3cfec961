@NullMarked
package dev.prlease.mcp.keep;

import org.jspecify.annotations.NullMarked;
