@NullMarked
package dev.prlease.cli.command;

import org.jspecify.annotations.NullMarked;
