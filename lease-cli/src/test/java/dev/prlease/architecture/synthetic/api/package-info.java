/** Violations made for {@link dev.prlease.architecture}: each rule must catch one. */
@NullMarked
package dev.prlease.architecture.synthetic.api;

import org.jspecify.annotations.NullMarked;
