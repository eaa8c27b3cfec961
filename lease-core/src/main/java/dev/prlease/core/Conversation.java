package dev.prlease.core;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One operation's exchanges with one slot, and the settling of those whose answer was lost (rule
 * P7). Used by one thread.
 *
 * <h2>Unknown outcomes</h2>
 *
 * A request without an answer has landed, will land later, or never will. The store promises how
 * late it may land ({@code lateWriteBound}). What a look at the slot then says:
 *
 * <ul>
 *   <li>The slot shows the write's id: it has landed, and this is a swap.
 *   <li>It expected a version that the slot has no more: it cannot land any more. Whether it did,
 *       and was then overwritten, makes no difference to what the slot says now.
 *   <li>It expected the version that the slot still has: it may land yet. The caller decides again
 *       from the slot and sends a further exchange for that same version. Of the two at most one
 *       swaps: if it is the earlier, the later one's refusal shows its id, and this is a swap after
 *       all; if it is the later, the version is gone, and the earlier one is dead.
 *   <li>It expected a vacant slot: no version ever rules that out, since the slot may be vacant
 *       again. So this waits until the bound has passed, looking now and then, and never sends
 *       {@code vacant()} again.
 * </ul>
 *
 * <p>The same recognition covers a driver that sent a request twice by itself: the refusal of the
 * second shows the id of the first (lesson L37). What could not be settled because the store could
 * not be read is {@linkplain #loose loose}, for the caller to remember.
 *
 * <h2>Older programs</h2>
 *
 * An older program that rewrites the slot drops the write's id with all the rest that it does not
 * know (rule P14). A record that has lost those fields is known by its owner and times, which are
 * to the millisecond those of a write that was not answered: it then counts as swapped, and as the
 * record that was sent. But only once that write can land no more: till then the times may be those
 * of an earlier grant of the same millisecond, and the write be still to come. A vacated slot has
 * no times: a write that may have vacated it before somebody else wrote is {@linkplain
 * #mayHaveLanded told of} as such.
 *
 * @param <W> what the caller wants to know of a write that landed
 */
final class Conversation<W extends Write> {
  /** How often the slot is looked at before an unreadable store makes the outcome unknown. */
  private static final int LOOKS = 5;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** What became of an exchange, once settled. */
  sealed interface Answer<W extends Write> {
    /** The slot, as far as is known. */
    LeaseSlot slot();

    /** {@code write} made {@code slot}; it may be an earlier one than the last that was sent. */
    record Swapped<W extends Write>(LeaseSlot slot, W write) implements Answer<W> {}

    /** None of the writes made {@code slot}: decide again from it. */
    record Refused<W extends Write>(LeaseSlot slot) implements Answer<W> {}
  }

  private final Core core;
  private final LeaseKey key;
  private final List<W> loose = new ArrayList<>(1);
  private final List<W> neverWritten = new ArrayList<>(0);
  private boolean mayHaveLanded;

  Conversation(Core core, LeaseKey key) {
    this.core = core;
    this.key = key;
  }

  /**
   * Sends {@code write} and waits until its outcome is settled.
   *
   * @throws LeaseStoreException if the store failed; {@link #loose} tells what may have landed
   */
  Answer<W> exchange(W write) {
    Exchange exchange;
    try {
      exchange = core.store().compareAndExchange(key, write.expected(), write.change());
    } catch (LeaseStoreException failed) {
      if (failed.outcome() == LeaseStoreException.Outcome.NOT_WRITTEN) {
        neverWritten.add(write);
        throw unknownIfLoose(failed);
      }
      return settle(write, failed);
    } catch (LeaseException undeclared) {
      return settle(write, undeclared);
    }
    if (exchange instanceof Exchange.Swapped swapped) {
      loose.clear();
      return new Answer.Swapped<>(swapped.slot(), write);
    }
    Answer<W> answer = recognise(exchange.slot(), write);
    if (answer instanceof Answer.Refused<W>) {
      neverWritten.add(write);
    }
    return answer;
  }

  /** The writes that were answered, and not made. */
  List<W> neverWritten() {
    return List.copyOf(neverWritten);
  }

  /** The writes that may have landed, or may yet land, for all that is known. */
  List<W> loose() {
    return List.copyOf(loose);
  }

  /**
   * Whether a write that was not answered can land no more, and may have landed before somebody
   * else wrote what the last answer shows.
   */
  boolean mayHaveLanded() {
    return mayHaveLanded;
  }

  /** The error to end with after {@code failed}: unknown as long as something is loose. */
  LeaseStoreException unknownIfLoose(LeaseStoreException failed) {
    return loose.isEmpty() || failed.outcome() == LeaseStoreException.Outcome.UNKNOWN
        ? failed
        : LeaseStoreException.outcomeUnknown(
            key,
            "a write to " + key + " was not answered, and then: " + failed.getMessage(),
            failed);
  }

  private Answer<W> settle(W write, RuntimeException cause) {
    loose.add(write);
    // From now on, not from write.at(): a stall may have lain between that and the call, from which
    // the store's bound counts.
    Moment unanswered = core.now();
    Duration bound = core.store().lateWriteBound();
    for (int looks = 1; ; looks++) {
      boolean landsNoMore = core.now().since(unanswered).compareTo(bound) >= 0;
      try {
        Answer<W> answer = recognise(core.store().load(key), write);
        if (landsNoMore) {
          loose.remove(write);
          if (answer instanceof Answer.Refused<W> && write.lostFieldsIn(answer.slot())) {
            return swapped(answer.slot(), write);
          }
        }
        if (landsNoMore
            || answer instanceof Answer.Swapped<W>
            || write.expected() instanceof Expected.Exactly) {
          return answer;
        }
      } catch (LeaseException unreadable) {
        if (landsNoMore && looks >= LOOKS) {
          throw unknown(cause, unreadable);
        }
      }
      core.pauses().pause(Jitter.ceiling(looks - 1, FIRST_PAUSE, LONGEST_PAUSE));
    }
  }

  private Answer<W> recognise(LeaseSlot slot, W last) {
    if (last.isShownBy(slot)) {
      return swapped(slot, last);
    }
    for (W write : loose) {
      boolean landsNoMore = !write.mayLandOn(slot.version());
      if (write.isShownBy(slot) || (landsNoMore && write.lostFieldsIn(slot))) {
        return swapped(slot, write);
      }
    }
    mayHaveLanded |= loose.removeIf(write -> !write.mayLandOn(slot.version()));
    return new Answer.Refused<>(slot);
  }

  private Answer<W> swapped(LeaseSlot slot, W write) {
    loose.clear();
    return new Answer.Swapped<>(write.restored(slot), write);
  }

  private LeaseStoreException unknown(RuntimeException cause, LeaseException unreadable) {
    LeaseStoreException unknown =
        LeaseStoreException.outcomeUnknown(
            key,
            "a write to "
                + key
                + " was not answered ("
                + cause.getMessage()
                + "), and the slot cannot be read: "
                + unreadable.getMessage(),
            cause);
    unknown.addSuppressed(unreadable);
    return unknown;
  }
}
