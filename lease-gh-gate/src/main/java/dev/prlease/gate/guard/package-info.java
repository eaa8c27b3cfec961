/**
 * Guards: what hooks of git and of coding agents use to keep a session from pushing to, or merging,
 * a pull request that another session holds. They advise; they are no security boundary.
 */
@NullMarked
package dev.prlease.gate.guard;

import org.jspecify.annotations.NullMarked;
