package dev.prlease.gate.announce;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Comment;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.program.Secrets;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Commentable;
import dev.prlease.spi.Forge;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps one comment on each pull request that tells of its lease.
 *
 * <p><b>Which comment.</b> The oldest of those that this login wrote, by the forge's own account,
 * and that begin and end with our marks. A comment of somebody else is never touched, whatever
 * stands in it, nor is one of this login's to which somebody has added something. One that is
 * minimised or edited within is still ours.
 *
 * <p><b>One.</b> Forges do not compare before they write: two who see no comment at the same time
 * both write one. So who has written looks again, and all keep the oldest and delete the others;
 * what was not visible to either is folded by the next who looks.
 *
 * <p><b>Which news.</b> A comment that tells of a later holding than a notice is left alone: the
 * end of one lease must not hide who holds the next. Between the look and the edit another may
 * write: {@link Announcer} looks after what it wrote for that.
 *
 * <p>Every method throws {@link ForgeException}. Safe for use by several threads at once.
 */
public final class NoticeBoard {
  private final Commentable comments;
  private final Clock clock;
  private final NoticeText texts;

  /**
   * A board of {@code comments}.
   *
   * @param environment its secrets never stand in a comment
   */
  public NoticeBoard(Commentable comments, Clock clock, Map<String, String> environment) {
    this.comments = Objects.requireNonNull(comments, "comments");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.texts = new NoticeText(Secrets.of(environment));
  }

  /**
   * A board of {@code forge}.
   *
   * @throws ForgeException if it has no comments
   */
  public static NoticeBoard of(Forge forge, Clock clock, Map<String, String> environment) {
    if (forge instanceof Commentable comments) {
      return new NoticeBoard(comments, clock, environment);
    }
    throw new ForgeException(
        ForgeException.Kind.REFUSED,
        Optional.empty(),
        "this forge has no comments to show a lease in",
        "Leave out --announce; prlease status tells who holds the lease.",
        Optional.empty(),
        null);
  }

  /** The comment that would say {@code notice}. */
  public String text(Notice notice) {
    return texts.of(notice);
  }

  /** What {@link #post} would do; changes nothing. */
  public Posted look(LeaseKey key, Notice notice) {
    List<Comment> ours = ours(key);
    if (ours.isEmpty()) {
      return new Posted(
          notice instanceof Notice.Held ? Posted.Outcome.CREATED : Posted.Outcome.NONE,
          Optional.empty());
    }
    return Posted.with(judge(ours.get(0), notice), ours.get(0));
  }

  /**
   * Has the comment on {@code key} say {@code notice}; that a lease is over, only if there is one.
   */
  public Posted post(LeaseKey key, Notice notice) {
    List<Comment> ours = ours(key);
    if (!ours.isEmpty()) {
      fold(ours);
      return edit(ours.get(0), notice);
    }
    if (!(notice instanceof Notice.Held)) {
      return new Posted(Posted.Outcome.NONE, Optional.empty());
    }
    Comment written = comments.write(key, texts.of(notice));
    List<Comment> now = ours(key);
    if (now.isEmpty() || now.get(0).id().equals(written.id())) {
      fold(now);
      return Posted.with(Posted.Outcome.CREATED, written);
    }
    fold(now);
    return edit(now.get(0), notice);
  }

  /**
   * The same where the comment is known: with less to ask for, and none is written in its place.
   */
  public Posted update(Comment known, Notice notice) {
    Optional<Comment> now = comments.readAgain(known);
    return now.isPresent() && Mark.find(now.get().body()).isPresent()
        ? edit(now.get(), notice)
        : lookAfter(known, notice);
  }

  /** The same, with a look whether it is the only one. */
  public Posted lookAfter(Comment known, Notice notice) {
    List<Comment> ours = ours(known.key());
    if (ours.isEmpty()) {
      return new Posted(Posted.Outcome.GONE, Optional.empty());
    }
    fold(ours);
    return edit(ours.get(0), notice);
  }

  private Posted edit(Comment comment, Notice notice) {
    Posted.Outcome outcome = judge(comment, notice);
    return Posted.with(
        outcome,
        outcome == Posted.Outcome.EDITED ? comments.edit(comment, texts.of(notice)) : comment);
  }

  private Posted.Outcome judge(Comment comment, Notice notice) {
    Mark found = Mark.find(comment.body()).orElseThrow();
    if (notice instanceof Notice.Ended ended
        && ended.end() == Notice.End.FREE
        && found.state() == Mark.State.ENDED) {
      return Posted.Outcome.UNCHANGED; // It even says how it ended.
    }
    return switch (found.before(Mark.of(notice), clock.now())) {
      case SAYS_SO -> Posted.Outcome.UNCHANGED;
      case STAYS -> Posted.Outcome.LATER;
      case GIVES_WAY -> Posted.Outcome.EDITED;
    };
  }

  private List<Comment> ours(LeaseKey key) {
    return comments.ownComments(key).stream()
        .filter(comment -> Mark.find(comment.body()).isPresent())
        .toList();
  }

  /** What cannot be deleted now is deleted by the next who looks. */
  private void fold(List<Comment> ours) {
    for (Comment doubled : ours.subList(Math.min(1, ours.size()), ours.size())) {
      try {
        comments.delete(doubled);
      } catch (ForgeException later) {
        return;
      }
    }
  }
}
