@NullMarked
package dev.prlease.cli.gate;

import org.jspecify.annotations.NullMarked;
