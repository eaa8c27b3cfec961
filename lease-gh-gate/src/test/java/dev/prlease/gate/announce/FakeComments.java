package dev.prlease.gate.announce;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Comment;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.fixture.FaultyForge;
import dev.prlease.spi.Commentable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The comments of one login, as a test wants them; what others wrote is not even told. */
final class FakeComments implements Commentable {
  static final LeaseKey KEY = FaultyForge.KEY;

  final List<Comment> all = new ArrayList<>();

  /** What was asked, in order. */
  final List<String> calls = new ArrayList<>();

  /** What happens right before each of the next writes and edits. */
  final Deque<Runnable> beforeWriting = new ArrayDeque<>();

  /** What happens right before each of the next listings. */
  final Deque<Runnable> beforeListing = new ArrayDeque<>();

  private int next = 1;

  static ForgeException error(ForgeException.Kind kind) {
    return FaultyForge.error(kind, "no: " + kind);
  }

  /** What throws {@code kind}. */
  static Runnable failing(ForgeException.Kind kind) {
    return () -> {
      throw error(kind);
    };
  }

  String only() {
    if (all.size() != 1) {
      throw new AssertionError("not one comment: " + all);
    }
    return all.get(0).body();
  }

  private static void happen(Deque<Runnable> events) {
    Runnable event = events.poll();
    if (event != null) {
      event.run();
    }
  }

  @Override
  public List<Comment> ownComments(LeaseKey pullRequest) {
    calls.add("list");
    happen(beforeListing);
    return List.copyOf(all);
  }

  @Override
  public Optional<Comment> readAgain(Comment comment) {
    calls.add("read");
    return all.stream().filter(each -> each.id().equals(comment.id())).findFirst();
  }

  @Override
  public Comment write(LeaseKey pullRequest, String body) {
    calls.add("write");
    happen(beforeWriting);
    return put(body);
  }

  Comment put(String body) {
    Comment written = new Comment(KEY, "c" + next, "https://forge.example/c" + next, "us", body);
    next++;
    all.add(written);
    return written;
  }

  @Override
  public Comment edit(Comment comment, String body) {
    calls.add("edit");
    happen(beforeWriting);
    Comment edited = new Comment(KEY, comment.id(), comment.url(), comment.author(), body);
    if (!all.removeIf(each -> each.id().equals(comment.id()))) {
      throw error(ForgeException.Kind.NOT_FOUND);
    }
    all.add(edited);
    all.sort((one, other) -> one.id().compareTo(other.id()));
    return edited;
  }

  @Override
  public void delete(Comment comment) {
    calls.add("delete " + comment.id());
    all.removeIf(each -> each.id().equals(comment.id()));
  }
}
