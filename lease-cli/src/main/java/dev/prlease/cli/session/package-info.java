/** Who acts: sessions given by name, and the one that belongs to a git worktree. */
@NullMarked
package dev.prlease.cli.session;

import org.jspecify.annotations.NullMarked;
