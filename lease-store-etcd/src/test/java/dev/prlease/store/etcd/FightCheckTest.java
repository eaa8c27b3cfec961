package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@link FightCheck} finds. */
final class FightCheckTest {
  private static final LeaseKey KEY = Fighter.key(0);
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");
  private static final Instant START = Instant.parse("2026-07-26T18:42:42Z");

  private final List<LeaseSlot> slots = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();

  private WriteId told(SessionId by, Note.Told told) {
    WriteId id = WriteId.random();
    notes.add(new Note.Wrote(KEY, by, id, Note.Told.UNKNOWN));
    notes.add(new Note.Wrote(KEY, by, id, told));
    return id;
  }

  private void held(SessionId by, long fence, int second, WriteId id) {
    LeaseRecord record =
        LeaseRecord.of(KEY, by, START.plusSeconds(second), Ttl.ofSeconds(60))
            .withFence(new Fence(fence));
    slots.add(new LeaseSlot.Held(version(), record, Optional.of(id)));
  }

  private void held(SessionId by, long fence, int second) {
    held(by, fence, second, told(by, Note.Told.DONE));
  }

  private void vacated(SessionId by, long fence) {
    slots.add(
        LeaseSlot.Vacant.written(
            version(), new Fence(fence), Optional.of(told(by, Note.Told.DONE))));
  }

  private SlotVersion version() {
    return new SlotVersion(Integer.toString(slots.size() + 1));
  }

  private void owned(SessionId by, long fence, int from, int until) {
    notes.add(
        new Note.Owned(
            KEY, by, new Fence(fence), START.plusSeconds(from), START.plusSeconds(until)));
  }

  private FightCheck.Result check() {
    return FightCheck.check(KEY, notes, slots);
  }

  private void assertFound(String what) {
    assertThatThrownBy(this::check).isInstanceOf(AssertionError.class).hasMessageContaining(what);
  }

  @Test
  void a_fight_in_which_all_is_well() {
    told(BOB, Note.Told.UNKNOWN);
    held(ALICE, 10, 0);
    held(ALICE, 10, 5);
    owned(ALICE, 10, 1, 6);
    vacated(ALICE, 10);
    held(BOB, 11, 6, told(BOB, Note.Told.UNKNOWN));
    owned(BOB, 11, 6, 66);
    held(ALICE, 12, 66);
    owned(ALICE, 12, 66, 67);
    told(BOB, Note.Told.NOT_DONE);
    assertThat(check()).isEqualTo(new FightCheck.Result(3, 7, 2, 1));
    assertThat(notes).allSatisfy(note -> assertThat(Note.parse(note.toString())).isEqualTo(note));
  }

  @Test
  void two_owners() {
    held(ALICE, 10, 0);
    vacated(ALICE, 10);
    held(BOB, 11, 3);
    owned(ALICE, 10, 0, 5);
    owned(BOB, 11, 4, 6);
    assertFound("two owners");
  }

  @Test
  void a_grant_that_another_takes_before_its_time_is_over() {
    held(ALICE, 10, 0);
    held(BOB, 11, 59);
    assertFound("lost before its time");
  }

  @Test
  void a_grant_that_another_frees() {
    held(ALICE, 10, 0);
    vacated(BOB, 10);
    assertFound("freed by another");
  }

  @Test
  void a_grant_that_comes_back() {
    held(ALICE, 10, 0);
    vacated(ALICE, 10);
    held(ALICE, 10, 1);
    assertFound("rose from the dead");
  }

  @Test
  void fences_that_do_not_grow() {
    held(ALICE, 10, 0);
    vacated(ALICE, 10);
    held(BOB, 10, 1);
    assertFound("did not grow");
  }

  @Test
  void fences_that_shrink() {
    held(ALICE, 10, 0);
    vacated(ALICE, 9);
    assertFound("shrank");
  }

  @Test
  void a_write_that_was_told_done_and_is_not_there() {
    told(ALICE, Note.Told.DONE);
    assertFound("a write is not there");
  }

  @Test
  void a_write_that_was_told_not_done_and_is_there() {
    held(ALICE, 10, 0, told(ALICE, Note.Told.NOT_DONE));
    assertFound("a write is there");
  }

  @Test
  void a_write_that_is_there_twice_and_one_that_is_nobodys() {
    WriteId id = told(ALICE, Note.Told.DONE);
    held(ALICE, 10, 0, id);
    held(ALICE, 10, 1, id);
    assertFound("twice");
    slots.clear();
    held(ALICE, 10, 0, id);
    held(ALICE, 10, 1, WriteId.random());
    assertFound("of which nobody knows");
  }

  @Test
  void a_grant_of_which_there_is_no_trace() {
    owned(ALICE, 10, 0, 1);
    assertFound("never there");
  }
}
