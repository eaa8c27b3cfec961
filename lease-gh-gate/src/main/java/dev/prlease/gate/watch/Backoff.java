package dev.prlease.gate.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Growing pauses between tries that fail for a reason that passes: 2 s, doubled up to 2 min; or
 * until the forge answers again, where it says when.
 */
final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** A limit's end as the forge tells it is in whole seconds, and of the forge's clock. */
  private static final Duration AFTER_A_LIMIT = Duration.ofSeconds(2);

  private int failures;

  /** The pause before the next try, which failed at {@code now}. */
  Duration next(Instant now, Optional<Instant> retryAt) {
    Duration pause = FIRST.multipliedBy(1L << Math.min(failures, 6));
    failures++;
    Duration bounded = pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    Duration told =
        retryAt.map(at -> Duration.between(now, at).plus(AFTER_A_LIMIT)).orElse(bounded);
    return told.compareTo(bounded) > 0 ? told : bounded;
  }

  /** One that did not fail. */
  void reset() {
    failures = 0;
  }
}
