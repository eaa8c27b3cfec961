package dev.prlease.store.git;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import java.io.IOException;
import java.util.Optional;

/** Makes the commits of changes. Sends nothing. */
final class Composing {
  private final Slots.Session session;
  private final GitStoreOptions options;
  private final Clock clock;

  Composing(Slots.Session session, GitStoreOptions options, Clock clock) {
    this.session = session;
    this.options = options;
    this.clock = clock;
  }

  /**
   * A commit that was made.
   *
   * @param slot what its slot holds
   * @param beginsAnew whether it does not follow the commit that it replaces
   */
  record Composed(LeaseSlot slot, boolean beginsAnew) {}

  /** What makes of the slot that holds {@code base} one that holds {@code next}. */
  Composed compose(LeaseKey key, LeaseSlot base, Content next) throws IOException {
    Optional<String> before =
        base.version().equals(Slots.NOTHING)
            ? Optional.empty()
            : Optional.of(base.version().token());
    Optional<LeaseCommit> commit =
        before.isPresent() ? session.commit(before.get()) : Optional.empty();
    int position = commit.map(LeaseCommit::position).orElse(0);
    // What is not ours has no part in the chain: it may have all of a project behind it.
    boolean follows =
        position > 0 && (position < options.history() || session.slots().keepsChains());
    byte[] bytes =
        LeaseCommit.encode(
            tree(commit, next.replaced()),
            follows ? before : Optional.empty(),
            follows ? position + 1 : 1,
            key,
            next,
            clock.now());
    String id = session.objects().write("commit", bytes);
    return new Composed(session.slot(id), !follows && before.isPresent());
  }

  private String tree(Optional<LeaseCommit> commit, Change.Replaced replaced) throws IOException {
    LooseObjects objects = session.objects();
    String empty = ArchiveTree.empty(objects);
    if (commit.isEmpty()) {
      return empty;
    }
    Optional<String> before =
        commit.get().position() > 0 ? Optional.of(commit.get().tree()) : Optional.empty();
    return replaced == Change.Replaced.ARCHIVE
        ? ArchiveTree.with(objects, before, commit.get().slot(), clock.now())
        : before.orElse(empty);
  }
}
