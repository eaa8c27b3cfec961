@NullMarked
package dev.prlease.gate;

import org.jspecify.annotations.NullMarked;
