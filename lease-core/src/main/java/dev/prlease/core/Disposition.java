package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;

/** What a slot means to a session that wants to acquire its key. */
sealed interface Disposition {
  /** Nobody holds it. */
  record Free() implements Disposition {}

  /** The session holds it live. */
  record Ours(LeaseRecord record) implements Disposition {}

  /** Somebody held it, and that time is over. */
  record ReclaimExpired(LeaseRecord record) implements Disposition {}

  /** What is there cannot be read, and blocks nobody. */
  record ReclaimUnreadable(LeaseSlot.Unreadable slot) implements Disposition {}

  /** Another session holds it live. */
  record HeldByOther(LeaseRecord record) implements Disposition {}

  /** The slot holds a record of another key. */
  record Mismatch(LeaseRecord record) implements Disposition {}
}
