package dev.prlease.core;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One task's work on a few kept grants. Compared by identity: a grant that was taken away from it
 * is no more of its business. Used by one thread.
 */
final class Round {
  private final List<KeptGrant> members;
  private final Executor log;
  private @Nullable KeptGrant firstTroubled;
  private @Nullable RuntimeException firstTrouble;
  private int troubled;

  /**
   * Begins with those of {@code keepers} that have not ended.
   *
   * @param log where to log, which must not hold up the lane
   */
  Round(List<KeptGrant> keepers, Executor log) {
    this.log = log;
    this.members = keepers.stream().filter(KeptGrant::isActive).toList();
    members.forEach(keeper -> keeper.begin(this));
  }

  List<KeptGrant> members() {
    return members;
  }

  /** The store failed {@code keeper}. */
  void failed(KeptGrant keeper, Moment now, RuntimeException why) {
    if (keeper.failed(now)) {
      if (troubled == 0) {
        firstTroubled = keeper;
        firstTrouble = why;
      }
      troubled++;
    }
  }

  /** Nothing more is done here: whatever failed for the first time in a row is logged once. */
  void end() {
    members.forEach(keeper -> keeper.worked(this));
    if (firstTroubled != null && firstTrouble != null) {
      Identity identity = firstTroubled.grant().identity();
      Instant until = firstTroubled.grant().known().validity().expiresAt();
      String message = firstTrouble.getMessage();
      log.execute(
          () ->
              Log.CORE.warn(
                  "could not keep {} of session {} alive, and {} others in the same batch; trying"
                      + " again until {}: {}",
                  identity.key(),
                  identity.session(),
                  troubled - 1,
                  until,
                  message));
    }
  }
}
