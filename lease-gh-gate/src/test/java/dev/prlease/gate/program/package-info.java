@NullMarked
package dev.prlease.gate.program;

import org.jspecify.annotations.NullMarked;
