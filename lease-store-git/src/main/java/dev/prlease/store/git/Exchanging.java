package dev.prlease.store.git;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.SlotRules;
import dev.prlease.store.git.Composing.Composed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes exchanges, several in one push.
 *
 * <h2>How</h2>
 *
 * <p>Git compares with the commit that a push names. So an exchange begins with what the slot is
 * taken to hold: the commit of the version that is expected, or for a vacant slot what was seen
 * last, or that it was never written. If that is wrong the server refuses, and the slot is read,
 * and the exchange decided from what was read: refused, or pushed again. So nothing is ever
 * answered from a guess, and whoever has seen the slot needs one connection.
 *
 * <p>A server may refuse because somebody else is about to move the reference, or because it does
 * not want leases. Which it is shows a look: if the reference is still where it was, it is tried
 * again for a while where the words are those of a lock, and else is an error.
 */
final class Exchanging {
  /** Each round but the first means that somebody else got through. */
  private static final int MOST_ROUNDS = 100;

  /** A lock of a reference is held for milliseconds. */
  private static final int MOST_LOCKED = 20;

  private static final Duration LOCK = Duration.ofMillis(10);

  /** A server shows a reference to those who push and to those who fetch, or to neither. */
  private static final int MOST_CONTRADICTIONS = 5;

  private static final List<String> LOCKED =
      List.of(
          "failed to update ref",
          "failed to lock",
          "cannot lock ref",
          "unable to lock",
          "incorrect old value",
          "already exists",
          "fetch first",
          "failed to write",
          "atomic");

  private static final String DIVERGES = "non-fast-forward";

  private final Slots.Session session;
  private final GitStoreOptions options;
  private final Clock clock;

  Exchanging(Slots.Session session, GitStoreOptions options, Clock clock) {
    this.session = session;
    this.options = options;
    this.clock = clock;
  }

  /** A change that was made ready: what it is based on, and what the slot holds if it is made. */
  private record Ready(Trial trial, LeaseSlot base, LeaseSlot next, boolean beginsAnew) {
    Push.Move move() {
      return new Push.Move(trial.ref(), token(base), next.version().token());
    }

    private static String token(LeaseSlot base) {
      return base.version().equals(Slots.NOTHING) ? Push.Move.NOTHING : base.version().token();
    }
  }

  /** Whether a server that says {@code reason} may say otherwise in a moment. */
  static boolean isLock(String reason) {
    return LOCKED.stream().anyMatch(reason::contains);
  }

  /** Sees to it that each trial has a result. */
  void run(List<Trial> trials) {
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      List<Trial> open = open(trials);
      if (open.isEmpty()) {
        return;
      }
      if (session.budget().isOver()) {
        break;
      }
      try {
        push(ready(open));
      } catch (IOException e) {
        // Before anything was sent: what follows the sending reads and writes no file.
        failOpen(open, session.slots().disk(Optional.empty(), e));
      }
    }
    for (Trial trial : trials) {
      if (trial.isOpen()) {
        trial.fail(tooBusy(trial));
      }
    }
  }

  /** One of each reference at a time. */
  private static List<Trial> open(List<Trial> trials) {
    Set<String> refs = new HashSet<>();
    return trials.stream().filter(trial -> trial.isOpen() && refs.add(trial.ref())).toList();
  }

  private static void failOpen(List<Trial> trials, LeaseException error) {
    trials.stream().filter(Trial::isOpen).forEach(trial -> trial.fail(error));
  }

  private List<Ready> ready(List<Trial> open) throws IOException {
    Map<Trial, LeaseSlot> bases = new HashMap<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (Trial trial : open) {
      Optional<LeaseSlot> base = base(trial);
      if (base.isPresent()) {
        bases.put(trial, base.get());
      } else {
        unknown.add(trial.ref());
      }
    }
    if (!unknown.isEmpty()) {
      read(open, unknown, bases);
    }
    List<Ready> ready = new ArrayList<>();
    for (Trial trial : open) {
      LeaseSlot base = bases.get(trial);
      if (base != null && trial.isOpen()) {
        ready(trial, base).ifPresent(ready::add);
      }
    }
    return ready;
  }

  /** What the slot is taken to hold, if that can be said without asking. */
  private Optional<LeaseSlot> base(Trial trial) throws IOException {
    if (trial.actual().isPresent() || trial.mustRead()) {
      return trial.actual();
    }
    if (trial.request().expected() instanceof Expected.Exactly exactly) {
      SlotVersion version = exactly.version();
      if (version.equals(Slots.NOTHING)) {
        return Optional.of(Slots.ABSENT);
      }
      return session.has(version) ? Optional.of(session.slot(version.token())) : Optional.empty();
    }
    Optional<LeaseSlot> guess = session.slots().guess(trial.ref());
    if (guess.isEmpty()) {
      return Optional.of(Slots.ABSENT);
    }
    return guess.filter(
        slot ->
            slot instanceof LeaseSlot.Vacant vacant
                && vacant.knowsFence()
                && isHere(vacant.version()));
  }

  private boolean isHere(SlotVersion version) {
    try {
      return version.equals(Slots.NOTHING) || session.has(version);
    } catch (IOException e) {
      return false;
    }
  }

  private void read(List<Trial> open, Set<String> unknown, Map<Trial, LeaseSlot> bases)
      throws IOException {
    List<Trial> asking = open.stream().filter(trial -> unknown.contains(trial.ref())).toList();
    try {
      Map<String, LeaseSlot> found = session.read(unknown, Optional.of(asking.get(0).key()));
      for (Trial trial : asking) {
        LeaseSlot slot = found.getOrDefault(trial.ref(), Slots.ABSENT);
        trial.found(slot);
        bases.put(trial, slot);
        judgeRejection(trial, slot);
      }
    } catch (LeaseException failed) {
      failOpen(asking, failed);
    }
  }

  /** A change that was refused although the slot is where it was expected. */
  private void judgeRejection(Trial trial, LeaseSlot slot) {
    int times = trial.refusalsAt(slot.version());
    if (times == 0) {
      return;
    }
    Optional<Push.Result.Rejected> rejected = trial.rejection();
    if (rejected.isPresent()) {
      if (!isLock(rejected.get().reason()) || times >= MOST_LOCKED) {
        trial.fail(
            Complaints.rejected(
                trial.key(), session.slots().location(), trial.ref(), rejected.get()));
        return;
      }
    } else if (times >= MOST_CONTRADICTIONS) {
      trial.fail(
          new LeaseStoreException(
              Optional.of(trial.key()),
              session.slots().location()
                  + " shows "
                  + trial.ref()
                  + " otherwise to those who fetch than to those who push",
              "Is that a mirror, or hides the server that namespace? Use the primary, or the option"
                  + " namespace=refs/heads/prlease.",
              null));
      return;
    }
    session.budget().pause(LOCK.multipliedBy(times));
  }

  private Optional<Ready> ready(Trial trial, LeaseSlot base) throws IOException {
    Optional<Content> next =
        SlotRules.next(base, trial.request().expected(), trial.request().change());
    if (next.isEmpty()) {
      trial.answer(new Exchange.Refused(base));
      return Optional.empty();
    }
    Composed composed =
        new Composing(session, options, clock).compose(trial.key(), base, next.get());
    return Optional.of(new Ready(trial, base, composed.slot(), composed.beginsAnew()));
  }

  private void push(List<Ready> ready) throws IOException {
    if (ready.isEmpty()) {
      return;
    }
    Map<String, Push.Result> results = session.push(ready.stream().map(Ready::move).toList());
    for (Ready each : ready) {
      Push.Result result = results.get(each.trial().ref());
      if (result != null) {
        conclude(each, result);
      }
    }
  }

  private void conclude(Ready ready, Push.Result result) {
    Trial trial = ready.trial();
    Slots slots = session.slots();
    if (result instanceof Push.Result.Moved) {
      slots.seen(trial.ref(), ready.next());
      trial.answer(new Exchange.Swapped(ready.next()));
    } else if (result instanceof Push.Result.Elsewhere) {
      trial.refused(ready.base().version(), Optional.empty());
    } else if (result instanceof Push.Result.Rejected rejected) {
      if (rejected.reason().contains(DIVERGES) && ready.beginsAnew() && !slots.keepsChains()) {
        slots.keepChains();
      } else {
        trial.refused(ready.base().version(), Optional.of(rejected));
      }
    } else if (result instanceof Push.Result.Unsent unsent) {
      trial.fail(Complaints.unsent(trial.key(), slots.location(), unsent.said()));
    } else if (result instanceof Push.Result.Unknown unknown) {
      trial.fail(Complaints.unknown(trial.key(), slots.location(), unknown.said()));
    }
  }

  private LeaseStoreException tooBusy(Trial trial) {
    return new LeaseStoreException(
        Optional.of(trial.key()),
        session.slots().location()
            + ": others kept moving "
            + trial.ref()
            + ", or the server was too slow, so the lease of "
            + trial.key()
            + " was not written",
        "Try again; if the server is slow, with the option timeout=1m.",
        null);
  }
}
