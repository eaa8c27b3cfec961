package dev.prlease.cli.command;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.RefusedException;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseStatus;
import java.util.Optional;

/**
 * The lease that a call finds in its environment: of the {@code run} around it, or exported by
 * {@code acquire}.
 *
 * @param session the owner's id, as exported
 * @param grant the grant's id, as exported
 * @param fence the holding's fence; none if it is missing or no fence
 * @param withinRun whether the environment is that of a {@code run} on the same key, as far as it
 *     tells
 */
record Inherited(String session, String grant, Fence fence, boolean withinRun) {
  static final String KEY = "PRLEASE_KEY";
  static final String SESSION = "PRLEASE_SESSION";
  static final String GRANT = "PRLEASE_GRANT";
  static final String FENCE = "PRLEASE_FENCE";
  static final String STORE = "PRLEASE_STORE";

  /** Set by {@code run} alone, to the same key: an exported lease has nobody who keeps it. */
  static final String RUN = "PRLEASE_RUN";

  /** What the environment says about {@code key}, unless the call names another session. */
  static Optional<Inherited> of(Call call, World world, LeaseKey key) {
    String text = world.variable(KEY);
    String session = world.variable(SESSION);
    boolean means = call.value("session").map(session::equals).orElse(true);
    boolean whole =
        !session.isEmpty() && !(world.variable(GRANT) + world.variable(FENCE)).isEmpty();
    if (!whole || !means || !isKey(text, key)) {
      return Optional.empty();
    }
    return Optional.of(
        new Inherited(
            session,
            world.variable(GRANT),
            fence(world.variable(FENCE)),
            isKey(world.variable(RUN), key)));
  }

  /**
   * Whether {@code status} shows that lease live: its session and its fence. A record that an older
   * program rewrote has no fence, and then the session decides (rule P14).
   */
  boolean matches(LeaseStatus status) {
    return status.state() == LeaseStatus.State.HELD
        && status.record().map(this::matches).orElse(false);
  }

  /** Whether {@code record} is of the same holding. */
  boolean matches(LeaseRecord record) {
    return record.owner().value().equals(session)
        && (!record.fence().isPresent() || record.fence().equals(fence));
  }

  /**
   * Checks that the lease is still there before another is taken: whoever acts under this
   * environment must learn that it is over (lesson L34).
   *
   * @throws RefusedException with code 76 if it is not
   */
  void checkAlive(LeaseStatus status, LeaseKey key) {
    if (!matches(status)) {
      throw new RefusedException(
          ExitCode.NOT_OWNER,
          "this runs under a lease on "
              + key
              + " that is over (session "
              + session
              + ", fence "
              + fence
              + "): "
              + found(status),
          "Stop acting on it. To begin anew: unset PRLEASE_KEY PRLEASE_SESSION PRLEASE_GRANT"
              + " PRLEASE_FENCE");
    }
  }

  private static String found(LeaseStatus status) {
    return switch (status.state()) {
      case FREE -> "nobody holds it";
      case UNREADABLE -> "its record is unreadable";
      case EXPIRED ->
          "it has expired" + status.record().map(r -> " at " + r.expiresAt()).orElse("");
      case HELD ->
          status
              .record()
              .map(record -> "session " + record.owner() + " holds it, fence " + record.fence())
              .orElse("it is held");
    };
  }

  private static boolean isKey(String text, LeaseKey key) {
    try {
      return !text.isEmpty() && LeaseKey.parse(text).equals(key);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static Fence fence(String text) {
    try {
      return Fence.lenient(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Fence.NONE;
    }
  }
}
