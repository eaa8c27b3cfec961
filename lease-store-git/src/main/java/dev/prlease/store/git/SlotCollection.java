package dev.prlease.store.git;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Removes the references of slots that were vacated long ago, and of the others what they archived
 * long ago. One fetch brings all slots; then a push moves {@value #MOST_MOVES} of them at most,
 * each only from where it was seen, so a writer is before or after (rule GC-2). Used once.
 *
 * <p>When a slot was vacated says the commit that did it: by the clock of whoever wrote it, and
 * rounded down to the second. Both are made up for.
 *
 * <p>What is archived lies in the tree of the slot's commit, so removing it is a change of the
 * slot, to a commit of the same content. A holder's next renewal is refused by that, finds its own
 * grant there, and is made again.
 */
final class SlotCollection {
  private static final int MOST_MOVES = 100;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Slots.Session session;
  private final RefNames names;
  private final GitStoreOptions options;
  private final CollectRequest request;

  private final List<Collected.Item> removed = new ArrayList<>();
  private final Map<Kept, Integer> kept = new EnumMap<>(Kept.class);
  private final List<LeaseStoreException> troubles = new ArrayList<>();
  private final List<Removal> pending = new ArrayList<>();

  SlotCollection(
      Slots.Session session, RefNames names, GitStoreOptions options, CollectRequest request) {
    this.session = session;
    this.names = names;
    this.options = options;
    this.request = request;
  }

  /**
   * A change to be pushed.
   *
   * @param items what is gone once it is made
   */
  private record Removal(Push.Move move, Kind kind, List<Collected.Item> items) {}

  Collected collect() throws IOException {
    Fetch.Answer answer = session.fetchAll(names);
    String last = request.after().orElse("");
    for (Map.Entry<String, String> tip : new TreeMap<>(answer.tips()).entrySet()) {
      if (tip.getKey().compareTo(request.after().orElse("")) <= 0) {
        continue;
      }
      if (!request.time().isLeft() || session.budget().isOver()) {
        push();
        return new Collected(removed, kept, troubles, Optional.of(last));
      }
      last = tip.getKey();
      look(tip.getKey(), tip.getValue());
      if (pending.size() == MOST_MOVES) {
        push();
      }
    }
    push();
    return new Collected(removed, kept, troubles, Optional.empty());
  }

  private void look(String ref, String id) {
    try {
      LeaseSlot slot = session.slot(id);
      Optional<LeaseCommit> commit = session.commit(id).filter(found -> found.position() > 0);
      if (commit.isEmpty()) {
        keep(slot instanceof LeaseSlot.Unreadable ? Kept.UNREADABLE : reasonToKeep(slot));
      } else {
        look(ref, id, slot, commit.get());
      }
    } catch (LeaseStoreException trouble) {
      troubled(trouble);
    } catch (IOException e) {
      troubled(session.slots().disk(names.key(ref), e));
    }
  }

  private void look(String ref, String id, LeaseSlot slot, LeaseCommit commit) throws IOException {
    ArchiveTree.Pruned pruned =
        ArchiveTree.pruned(session.objects(), commit.tree(), request.archivedBefore());
    List<Collected.Item> items = new ArrayList<>();
    for (String name : pruned.removed()) {
      items.add(new Collected.Item(Kind.ARCHIVED, ref + ":" + name));
    }
    if (slot instanceof LeaseSlot.Vacant vacant && isOld(vacant, commit) && pruned.left() == 0) {
      items.add(new Collected.Item(Kind.SLOT, ref));
      pending.add(new Removal(new Push.Move(ref, id, Push.Move.NOTHING), Kind.SLOT, items));
      return;
    }
    keep(reasonToKeep(slot));
    if (!items.isEmpty()) {
      boolean follows = commit.position() < options.history() || session.slots().keepsChains();
      byte[] bytes = commit.with(pruned.tree(), follows ? Optional.of(id) : Optional.empty());
      String next = session.objects().write("commit", bytes);
      pending.add(new Removal(new Push.Move(ref, id, next), Kind.ARCHIVED, items));
    }
  }

  private boolean isOld(LeaseSlot.Vacant vacant, LeaseCommit commit) {
    Instant before = request.releasedBefore().minus(options.maxClockSkew()).minus(SECOND);
    return commit.when().filter(when -> when.isBefore(before)).isPresent()
        && vacant.fence().compareTo(Fence.at(request.releasedBefore())) < 0;
  }

  private static Kept reasonToKeep(LeaseSlot slot) {
    if (slot instanceof LeaseSlot.Held) {
      return Kept.RECORD;
    }
    return slot instanceof LeaseSlot.Unreadable ? Kept.UNREADABLE : Kept.RECENT;
  }

  /** Makes the changes that are ready, unless they are only to be told. */
  private void push() throws IOException {
    if (!pending.isEmpty() && request.mode() == CollectRequest.Mode.REMOVE) {
      Map<String, Push.Result> results = session.push(pending.stream().map(Removal::move).toList());
      for (Removal each : pending) {
        Push.Result result = results.get(each.move().ref());
        if (result != null) {
          conclude(each, result);
        }
      }
    } else {
      pending.forEach(each -> removed.addAll(each.items()));
    }
    pending.clear();
  }

  private void conclude(Removal removal, Push.Result result) {
    String ref = removal.move().ref();
    if (result instanceof Push.Result.Moved) {
      removed.addAll(removal.items());
      session.slots().forget(ref);
    } else if (result instanceof Push.Result.Elsewhere) {
      busy(removal);
    } else if (result instanceof Push.Result.Rejected rejected) {
      if (Exchanging.isLock(rejected.reason())) {
        busy(removal);
      } else {
        unremoved(removal, rejected.reason(), rejected.said());
      }
    } else if (result instanceof Push.Result.Unsent unsent) {
      unremoved(removal, unsent.said().complaint(), unsent.said());
    } else if (result instanceof Push.Result.Unknown unknown) {
      unremoved(removal, "the answer was lost: " + unknown.said().complaint(), unknown.said());
    }
  }

  /** The slot of a removal that only was to change what is archived is counted already. */
  private void busy(Removal removal) {
    if (removal.kind() == Kind.SLOT) {
      keep(Kept.BUSY);
    }
  }

  private void unremoved(Removal removal, String reason, GitAnswer said) {
    String ref = removal.move().ref();
    Optional<LeaseKey> key = names.key(ref);
    LeaseStoreException trouble =
        Complaints.unremoved(key, session.slots().location(), ref, reason, said);
    if (removal.kind() == Kind.SLOT) {
      troubled(trouble);
    } else {
      troubles.add(trouble);
    }
  }

  private void troubled(LeaseStoreException trouble) {
    troubles.add(trouble);
    keep(Kept.TROUBLED);
  }

  private void keep(Kept why) {
    kept.merge(why, 1, Integer::sum);
  }
}
