package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.Expected;
import dev.prlease.spi.SlotRules;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Instant;
import java.util.Optional;

/**
 * One exchange, from what is expected to what became of it, over as many transactions as that
 * takes. Who sends them, alone or with others, is another's business.
 *
 * <p>Each transaction compares the key's revision, so each is that of an exact version: the one
 * that was asked for; or, where the slot is to be vacant, one at which it was. That is tried with a
 * guess, most often that the key is not there, and then with what the refusal showed.
 *
 * <p>A transaction that was sent several times, since answers were lost, may be refused because it
 * has been carried out already: then the write id that it meets is its own. If it meets another's,
 * nobody can tell any more whether it ever was (rule P7), but it never will be.
 *
 * <p>Used by one thread.
 */
final class Exchanging {
  /** After so many refusals a vacant slot that keeps changing is a refusal. */
  private static final int MOST_ROUNDS = 24;

  /** What is needed next. */
  enum Need {
    /** The slot's bytes, to be archived. */
    CONTENT,
    /** The answer to {@link #txn}. */
    TXN,
    /** Nothing: it is over. */
    NOTHING
  }

  private final ExchangeRequest request;
  private final String name;
  private final Layout layout;
  private final VacantSlots guesses;
  private final Optional<Instant> now;

  private Need need = Need.CONTENT;
  private long revision;
  private ByteString next = ByteString.EMPTY;
  private Optional<SlotTxn.Archived> archived = Optional.empty();
  private Optional<Exchange> outcome = Optional.empty();
  private boolean unknown;
  private int rounds;

  Exchanging(ExchangeRequest request, Layout layout, VacantSlots guesses, Optional<Instant> now) {
    this.request = request;
    this.name = Layout.name(request.key());
    this.layout = layout;
    this.guesses = guesses;
    this.now = now;
    firstGuess()
        .ifPresent(
            seen -> {
              if (!isArchived(seen)) {
                plan(seen.stub(), seen.revision());
              }
            });
  }

  /** Which version the slot is to have; empty for one that no slot of this store has. */
  private Optional<SeenVersion> firstGuess() {
    return request.expected() instanceof Expected.Exactly exactly
        ? SeenVersion.parse(exactly.version())
        : guesses.guess(name).or(() -> SeenVersion.parse(SeenVersion.absent().version()));
  }

  private boolean isArchived(SeenVersion seen) {
    return seen.revision() > 0
        && (seen.decodes() == SeenVersion.Decodes.NO
            || request.change().replaced() == Change.Replaced.ARCHIVE);
  }

  LeaseKey key() {
    return request.key();
  }

  ByteString slotKey() {
    return layout.slot(name);
  }

  Need need() {
    return need;
  }

  /** What became of it; only once nothing is needed, and {@link #isUnknown} does not hold. */
  Exchange outcome() {
    return outcome.orElseThrow();
  }

  /** Whether it is over, and nobody knows how. */
  boolean isUnknown() {
    return unknown;
  }

  TxnRequest txn() {
    return SlotTxn.put(slotKey(), revision, next, archived);
  }

  /** How much it adds to a request, in bytes. */
  int size() {
    return next.size() + archived.map(copy -> copy.bytes().size()).orElse(0);
  }

  /** What the slot holds, after {@link Need#CONTENT}. */
  void read(Optional<KeyValue> found) {
    LeaseSlot slot = found.map(SlotBytes::decode).orElse(SeenVersion.absent());
    plan(slot, found.map(KeyValue::getModRevision).orElse(0L));
    SeenVersion seen = SeenVersion.parse(slot.version()).orElseThrow();
    if (need == Need.TXN && found.isPresent() && isArchived(seen)) {
      archived =
          Optional.of(
              new SlotTxn.Archived(layout.archived(name, now, revision), found.get().getValue()));
    }
  }

  /** Goes on from {@code current}, or ends if that is not what is expected. */
  private void plan(LeaseSlot current, long currentRevision) {
    Optional<Content> content = SlotRules.next(current, request.expected(), request.change());
    if (content.isEmpty() || ++rounds > MOST_ROUNDS) {
      end(new Exchange.Refused(current));
      return;
    }
    revision = currentRevision;
    next = SlotBytes.encode(content.get(), now);
    archived = Optional.empty();
    need = Need.TXN;
  }

  /** The answer to {@link #txn}, which etcd gave at {@code answeredAt}. */
  void answered(TxnResponse answer, long answeredAt, Reply.Earlier earlier) {
    if (answer.getSucceeded()) {
      end(new Exchange.Swapped(SlotBytes.decode(next, answeredAt)));
      return;
    }
    LeaseSlot actual = SlotTxn.actual(answer);
    if (earlier == Reply.Earlier.UNANSWERED) {
      settle(actual);
      return;
    }
    note(actual);
    SeenVersion seen = SeenVersion.parse(actual.version()).orElseThrow();
    if (request.expected() instanceof Expected.Vacant && isArchived(seen)) {
      need = Need.CONTENT;
    } else {
      plan(actual, seen.revision());
    }
  }

  /** Whether {@code actual}, which was read, is what {@link #txn} was to replace. */
  boolean isUntouched(LeaseSlot actual) {
    return SeenVersion.parse(actual.version()).orElseThrow().revision() == revision;
  }

  /** A sending of {@link #txn} may have been carried out, and {@code actual} was read since. */
  void settle(LeaseSlot actual) {
    if (actual.writeId().equals(Optional.of(request.change().writeId()))) {
      end(new Exchange.Swapped(actual));
    } else {
      note(actual);
      unknown = true;
      need = Need.NOTHING;
    }
  }

  private void end(Exchange how) {
    note(how.slot());
    outcome = Optional.of(how);
    need = Need.NOTHING;
  }

  private void note(LeaseSlot slot) {
    if (slot instanceof LeaseSlot.Vacant vacant && vacant.fence().isPresent()) {
      SeenVersion.parse(slot.version()).ifPresent(seen -> guesses.vacant(name, seen));
    } else {
      guesses.taken(name);
    }
  }
}
