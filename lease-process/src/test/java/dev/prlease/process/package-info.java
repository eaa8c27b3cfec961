@NullMarked
package dev.prlease.process;

import org.jspecify.annotations.NullMarked;
