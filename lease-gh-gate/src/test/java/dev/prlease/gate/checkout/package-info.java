@NullMarked
package dev.prlease.gate.checkout;

import org.jspecify.annotations.NullMarked;
