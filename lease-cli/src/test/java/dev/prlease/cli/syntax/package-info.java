@NullMarked
package dev.prlease.cli.syntax;

import org.jspecify.annotations.NullMarked;
