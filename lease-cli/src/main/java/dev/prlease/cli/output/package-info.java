/** What is printed, and how: nothing from outside reaches a terminal unescaped. */
@NullMarked
package dev.prlease.cli.output;

import org.jspecify.annotations.NullMarked;
