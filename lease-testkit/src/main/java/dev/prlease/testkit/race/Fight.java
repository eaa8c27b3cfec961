package dev.prlease.testkit.race;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import java.util.Optional;

/** What each of those does that fight for one lease: takes it if it can, and gives it back. */
final class Fight {
  private static final Ttl LONG = Ttl.ofSeconds(3_600);

  private Fight() {}

  /**
   * Fights once, and takes down all answers.
   *
   * @param inside called while the lease is held
   */
  static void once(
      LeaseKey key, SessionId session, LeaseManager manager, History history, Runnable inside) {
    Acquisition[] got = new Acquisition[1];
    history.record(
        session,
        () -> {
          Acquisition answer = manager.tryAcquire(key, session, LONG);
          got[0] = answer;
          return answer instanceof Acquisition.Held held
              ? new History.Told(History.Answer.HELD, Optional.of(held.refusal().owner()))
              : History.Told.of(History.Answer.GRANTED);
        });
    if (got[0] instanceof Acquisition.Granted granted) {
      PrLease lease = granted.lease();
      inside.run();
      record(history, session, History.Answer.OWNED, lease::assertOwned);
      record(history, session, History.Answer.RELEASED, lease::release);
    }
  }

  private static void record(
      History history, SessionId session, History.Answer answer, Runnable call) {
    history.record(
        session,
        () -> {
          call.run();
          return History.Told.of(answer);
        });
  }
}
