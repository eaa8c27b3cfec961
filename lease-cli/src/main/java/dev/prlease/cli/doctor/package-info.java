/** Looks for what is wrong with an installation, one class a kind. */
@NullMarked
package dev.prlease.cli.doctor;

import org.jspecify.annotations.NullMarked;
