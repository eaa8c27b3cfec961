package dev.prlease.spi;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Comment;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Forge} on whose pull requests comments can be written.
 *
 * <p>No {@link Gate} guards them: a comment moves nothing that a lease is about, and one that tells
 * of a lease has to be corrected when that is over.
 *
 * <p>Only comments of the login that asks are told of, and by what the forge itself says of their
 * author: nothing in a comment's text makes it somebody's. Each method asks anew, takes bounded
 * time, retries nothing, and throws {@link dev.prlease.api.forge.ForgeException}; whether a comment
 * was written all the same, only a look at {@link #ownComments} tells. Interrupted, it ends early
 * and keeps the flag. Implementations are safe for use by several threads at once.
 */
public interface Commentable {
  /** All comments of {@code pullRequest} that this login wrote, the oldest first. */
  List<Comment> ownComments(LeaseKey pullRequest);

  /** {@code comment} as it is now; empty if it is gone, or not this login's. */
  Optional<Comment> readAgain(Comment comment);

  /** Writes a comment. */
  Comment write(LeaseKey pullRequest, String body);

  /** Replaces the text of {@code comment}. */
  Comment edit(Comment comment, String body);

  /** Deletes {@code comment}; one that is gone already is no error. */
  void delete(Comment comment);
}
