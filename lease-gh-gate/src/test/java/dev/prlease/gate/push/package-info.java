@NullMarked
package dev.prlease.gate.push;

import org.jspecify.annotations.NullMarked;
