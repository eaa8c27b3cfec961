@NullMarked
package dev.prlease.gate.git;

import org.jspecify.annotations.NullMarked;
