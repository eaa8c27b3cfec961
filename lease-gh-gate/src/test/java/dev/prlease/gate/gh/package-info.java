@NullMarked
package dev.prlease.gate.gh;

import org.jspecify.annotations.NullMarked;
