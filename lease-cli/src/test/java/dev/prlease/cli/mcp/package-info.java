@NullMarked
package dev.prlease.cli.mcp;

import org.jspecify.annotations.NullMarked;
