@NullMarked
package dev.prlease.cli;

import org.jspecify.annotations.NullMarked;
