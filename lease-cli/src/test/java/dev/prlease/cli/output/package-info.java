@NullMarked
package dev.prlease.cli.output;

import org.jspecify.annotations.NullMarked;
