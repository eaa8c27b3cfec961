/** The leases that are held through the server: kept while their task lives, and no longer. */
@NullMarked
package dev.prlease.mcp.keep;

import org.jspecify.annotations.NullMarked;
