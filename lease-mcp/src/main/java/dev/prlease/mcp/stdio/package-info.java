/** The transport: lines of JSON in and out, and which requests are at work. */
@NullMarked
package dev.prlease.mcp.stdio;

import org.jspecify.annotations.NullMarked;
