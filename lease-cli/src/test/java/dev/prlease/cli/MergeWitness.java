package dev.prlease.cli;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.gate.fixture.Logged;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sees every merge call as it comes to the forge, and judges whether its sender owned the lease.
 *
 * <h2>Why that is sound</h2>
 *
 * <p>The forge, the processes and the store are of one machine and one clock. Who calls is known by
 * its token, of which each process has its own; who holds, by the process that the record names. A
 * call is judged <em>while it waits for its answer</em>: when it has come, and before it does
 * anything,
 *
 * <ol>
 *   <li>the clock is read: t;
 *   <li>it is looked which processes {@code gh pr merge} live, with whose token;
 *   <li>the slot is read from the store, which is linearizable.
 * </ol>
 *
 * <p>If the record then is the sender's, and ends after t, the sender owned the lease at t: fences
 * grow and never come back, so what is its holding now was its holding ever since it was taken, and
 * each process takes it once. Nothing is concluded from times that different programs wrote down.
 *
 * <p>Two calls are no fault though the slot shows them no owner, and are what the README says a
 * gate cannot promise: <em>what was already sent may still land</em>.
 *
 * <ul>
 *   <li>No {@code gh} of the sender lives any more at step 2. It sent the call before it was ended;
 *       the forge came to it late. (One that lives when its lease is over is a fault.)
 *   <li>An operator broke the lease under it. A try that had passed the gate by then goes on until
 *       the holder looks again, at most until the instant that {@code break} prints, which the
 *       audit has. A try makes one merge call, and no try is started without a look: so there may
 *       be one such call of a process, before that instant, and none that comes later.
 * </ul>
 *
 * <p>At a call of the owner nobody else's {@code gh pr merge} may live, but for one whose lease was
 * broken. The audit must agree: it has the acquisition of each holding that a call was made in
 * (unless the holder was killed, perhaps before it could write that), and no release before the
 * call.
 *
 * <p>What this cannot show: a machine, or a process with all its children, that is stopped in the
 * middle and goes on after the TTL. Its call was started in time and lands late; that it is pinned
 * to a head is what refuses it.
 */
final class MergeWitness {
  /** A merge call, and what was seen when it came. */
  private record Call(
      Instant at,
      Contender who,
      boolean senderLives,
      List<Contender> others,
      Optional<LeaseRecord> record,
      String head) {
    boolean isOwned() {
      return record.filter(who::holds).filter(held -> held.expiresAt().isAfter(at)).isPresent();
    }

    @Override
    public String toString() {
      return "the merge call of "
          + who
          + " at "
          + at
          + " (its gh "
          + (senderLives ? "lives" : "is gone")
          + ", merging too: "
          + others
          + ", the slot: "
          + record.map(held -> held.owner() + " until " + held.expiresAt()).orElse("free")
          + ")";
    }
  }

  private final LeaseStore store;
  private final LeaseKey key;
  private final Clock clock;
  private final List<Call> calls = new ArrayList<>(); // guarded by this

  MergeWitness(LeaseStore store, LeaseKey key, Clock clock) {
    this.store = store;
    this.key = key;
    this.clock = clock;
  }

  /** Notes who holds it, if that is {@code who}. */
  void sees(Contender who) {
    slot().filter(who::holds).ifPresent(who::sawHeld);
  }

  /** Sees a merge call that has come and done nothing yet. */
  void seesMerge(Logged arrived, Contender who, List<Contender> all) {
    Instant at = clock.now();
    boolean lives = !who.merging().isEmpty();
    List<Contender> others =
        all.stream().filter(each -> each != who && !each.merging().isEmpty()).toList();
    Optional<LeaseRecord> record = slot();
    record.filter(who::holds).ifPresent(who::sawHeld);
    String head = arrived.variables().path("input").path("expectedHeadOid").asText();
    synchronized (this) {
      calls.add(new Call(at, who, lives, others, record, head));
    }
  }

  private Optional<LeaseRecord> slot() {
    return store.load(key) instanceof LeaseSlot.Held held
        ? Optional.of(held.record())
        : Optional.empty();
  }

  /** How many merge calls came. */
  synchronized int calls() {
    return calls.size();
  }

  /** Of these, how many came when their sender had lost the lease and could not know yet. */
  synchronized int landedLate() {
    return (int) calls.stream().filter(call -> !call.isOwned()).count();
  }

  /** All that must not be, in words; {@code audit} is the whole journal. */
  synchronized List<String> faults(List<AuditEvent> audit) {
    List<String> faults = new ArrayList<>();
    List<Contender> excused = new ArrayList<>();
    for (Call call : calls) {
      if (call.isOwned()) {
        checkOwned(call, audit, faults);
      } else if (call.senderLives()) {
        Optional<Instant> until = brokenUntil(call.who(), audit, call.at());
        if (until.isEmpty() || call.at().isAfter(until.get()) || excused.contains(call.who())) {
          faults.add("not the owner: " + call);
        }
        excused.add(call.who());
      }
    }
    return faults;
  }

  private static void checkOwned(Call call, List<AuditEvent> audit, List<String> faults) {
    LeaseRecord record = call.record().orElseThrow();
    for (Contender other : call.others()) {
      if (brokenUntil(other, audit, call.at()).isEmpty()) {
        faults.add(other + " is merging too: " + call);
      }
    }
    if (!record.head().equals(Optional.of(call.head()))) {
      faults.add("pinned to " + call.head() + ", certified was " + record.head() + ": " + call);
    }
    boolean taken =
        audit.stream()
            .anyMatch(
                event ->
                    isOf(event, record)
                        && (event.type() == AuditEvent.Type.ACQUIRED
                            || event.type() == AuditEvent.Type.RECLAIMED));
    if (!taken && !call.who().wasKilled()) {
      faults.add("the audit does not have its acquisition: " + call);
    }
    for (AuditEvent event : audit) {
      if (event.type() == AuditEvent.Type.RELEASED
          && isOf(event, record)
          && event.at().isBefore(call.at())) {
        faults.add("the audit has " + event + " before " + call);
      }
    }
  }

  private static boolean isOf(AuditEvent event, LeaseRecord record) {
    return event.session().equals(record.owner()) && event.fence().equals(record.fence());
  }

  /** Until when its holder may still act, if its lease was broken before {@code at}. */
  private static Optional<Instant> brokenUntil(
      Contender who, List<AuditEvent> audit, Instant before) {
    String owner = who.held().map(record -> record.owner().value()).orElse("");
    return audit.stream()
        .filter(event -> event.type() == AuditEvent.Type.BROKEN)
        .filter(event -> event.details().getOrDefault("owner", "").equals(owner))
        .filter(event -> !owner.isEmpty())
        .map(event -> event.details().getOrDefault("former_holder_may_act_until", ""))
        .filter(text -> !text.isEmpty())
        .map(Instant::parse)
        // The event is written after the deed: that it comes later than the call proves nothing.
        .filter(until -> !before.isAfter(until))
        .findFirst();
  }
}
