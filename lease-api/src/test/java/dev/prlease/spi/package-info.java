@NullMarked
package dev.prlease.spi;

import org.jspecify.annotations.NullMarked;
