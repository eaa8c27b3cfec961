@NullMarked
package dev.prlease.gate.guard;

import org.jspecify.annotations.NullMarked;
