/** The rules of claims, by themselves. */
@NullMarked
package dev.prlease.core.claim;

import org.jspecify.annotations.NullMarked;
