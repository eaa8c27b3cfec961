package dev.prlease.store.etcd;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.WriteId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what all fighters were told of one key against what its slot held, revision by revision.
 *
 * <ul>
 *   <li>A write that was told done is there once, one that was told not done is not, one of which
 *       nothing was told is there at most once; and nobody else wrote.
 *   <li>While one session was sure of the lease, no other was: there are no two owners.
 *   <li>A grant ends by the hand of its session, or by another's acquisition once its time is over;
 *       else it was lost. Once it is over it never comes back; else it was resurrected.
 *   <li>Fences grow from grant to grant, and never shrink.
 * </ul>
 *
 * <p>All clocks are one machine's.
 */
final class FightCheck {
  private record Grant(SessionId session, Fence fence) {}

  private final LeaseKey key;
  private final List<Note> notes;
  private final List<LeaseSlot> slots;
  private final Map<WriteId, Note.Wrote> writes = new HashMap<>();

  private FightCheck(LeaseKey key, List<Note> notes, List<LeaseSlot> slots) {
    this.key = key;
    this.notes = notes.stream().filter(note -> note.key().equals(key)).toList();
    this.slots = slots;
  }

  /**
   * What a fight came to.
   *
   * @param grants that the slots show
   * @param writes that were made
   * @param unknown writes of which nothing was told
   * @param landed of these, those that took effect
   */
  record Result(int grants, int writes, int unknown, int landed) {
    static final Result NONE = new Result(0, 0, 0, 0);

    Result plus(Result other) {
      return new Result(
          grants + other.grants,
          writes + other.writes,
          unknown + other.unknown,
          landed + other.landed);
    }
  }

  /**
   * Checks the fight for {@code key}; {@code slots} are all that it held, the oldest first.
   *
   * @throws AssertionError telling what happened that must not
   */
  static Result check(LeaseKey key, List<Note> notes, List<LeaseSlot> slots) {
    FightCheck check = new FightCheck(key, notes, slots);
    Result writes = check.writes();
    check.owners();
    return new Result(check.grants(), writes.writes(), writes.unknown(), writes.landed());
  }

  private AssertionError wrong(String what) {
    return new AssertionError(key + ": " + what);
  }

  private Result writes() {
    Set<WriteId> there = new HashSet<>();
    for (LeaseSlot slot : slots) {
      WriteId id = slot.writeId().orElseThrow(() -> wrong("nobody's write: " + slot));
      if (!there.add(id)) {
        throw wrong("a write took effect twice: " + slot);
      }
    }
    for (Note note : notes) {
      if (note instanceof Note.Wrote wrote) {
        writes.put(wrote.id(), wrote);
      }
    }
    int unknown = 0;
    int landed = 0;
    for (Note.Wrote wrote : writes.values()) {
      boolean isThere = there.remove(wrote.id());
      if (wrote.told() == Note.Told.UNKNOWN) {
        unknown++;
        landed += isThere ? 1 : 0;
      } else if (isThere != (wrote.told() == Note.Told.DONE)) {
        throw wrong("a write is " + (isThere ? "there" : "not there") + ", told was " + wrote);
      }
    }
    if (!there.isEmpty()) {
      throw wrong("writes of which nobody knows: " + there);
    }
    return new Result(0, writes.size(), unknown, landed);
  }

  /** Sure of it at one time were never two. */
  private void owners() {
    List<Note.Owned> all = new ArrayList<>();
    for (Note note : notes) {
      if (note instanceof Note.Owned owned && owned.from().isBefore(owned.until())) {
        all.add(owned);
      }
    }
    all.sort(Comparator.comparing(Note.Owned::from));
    Optional<Note.Owned> longest = Optional.empty();
    for (Note.Owned each : all) {
      if (longest.isPresent()
          && each.from().isBefore(longest.get().until())
          && !grant(each).equals(grant(longest.get()))) {
        throw wrong("two owners: " + longest.get() + " and " + each);
      }
      if (longest.isEmpty() || each.until().isAfter(longest.get().until())) {
        longest = Optional.of(each);
      }
    }
  }

  private static Grant grant(Note.Owned owned) {
    return new Grant(owned.session(), owned.fence());
  }

  private static Optional<LeaseRecord> record(LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held ? Optional.of(held.record()) : Optional.empty();
  }

  private static Optional<Grant> grant(LeaseSlot slot) {
    return record(slot).map(held -> new Grant(held.owner(), held.fence()));
  }

  /** How one grant follows another in the slot; and each that somebody was told is there. */
  private int grants() {
    Set<Grant> seen = new HashSet<>();
    Fence last = Fence.NONE;
    Optional<LeaseSlot> before = Optional.empty();
    for (LeaseSlot slot : slots) {
      if (slot instanceof LeaseSlot.Unreadable) {
        throw wrong("unreadable: " + slot);
      }
      Optional<Grant> current = grant(slot);
      Optional<Grant> previous = before.flatMap(FightCheck::grant);
      if (slot.fence().compareTo(last) < 0) {
        throw wrong("the fence shrank from " + last + ": " + slot);
      }
      if (!current.equals(previous)) {
        if (current.isPresent() && !seen.add(current.get())) {
          throw wrong("a grant rose from the dead: " + slot);
        }
        if (current.isPresent() && slot.fence().compareTo(last) <= 0) {
          throw wrong("the fence did not grow from " + last + ": " + slot);
        }
        before.flatMap(FightCheck::record).ifPresent(ended -> end(ended, slot));
      }
      current.ifPresent(grant -> writtenBy(grant.session(), slot));
      last = slot.fence();
      before = Optional.of(slot);
    }
    for (Note note : notes) {
      if (note instanceof Note.Owned owned && !seen.contains(grant(owned))) {
        throw wrong("a grant that was never there: " + owned);
      }
    }
    return seen.size();
  }

  private void end(LeaseRecord ended, LeaseSlot slot) {
    SessionId writer = writer(slot);
    if (writer.equals(ended.owner())) {
      return;
    }
    LeaseRecord next =
        record(slot).orElseThrow(() -> wrong("freed by another, " + writer + ": " + slot));
    if (next.acquiredAt().isBefore(ended.expiresAt())) {
      throw wrong("a grant was lost before its time was over: " + ended + ", then " + slot);
    }
  }

  private void writtenBy(SessionId owner, LeaseSlot slot) {
    if (!writer(slot).equals(owner)) {
      throw wrong("written by another, " + writer(slot) + ": " + slot);
    }
  }

  private SessionId writer(LeaseSlot slot) {
    return Optional.ofNullable(writes.get(slot.writeId().orElseThrow()))
        .orElseThrow(() -> wrong("nobody's write: " + slot))
        .session();
  }
}
