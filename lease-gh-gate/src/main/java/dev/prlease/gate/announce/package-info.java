/**
 * Shows the lease of a pull request on the pull request, in one comment that is kept up to date.
 *
 * @see dev.prlease.gate.announce.NoticeBoard
 */
@NullMarked
package dev.prlease.gate.announce;

import org.jspecify.annotations.NullMarked;
