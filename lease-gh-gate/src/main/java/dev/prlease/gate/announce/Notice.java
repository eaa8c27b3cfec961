package dev.prlease.gate.announce;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.core.LeaseStatus;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** What a comment is to say of a pull request's lease. Immutable. */
public sealed interface Notice {
  /**
   * The holding that it is about, or the last one that is known; {@link Fence#NONE} if that has
   * none.
   */
  Fence fence();

  /** It is held. */
  record Held(LeaseRecord record) implements Notice {
    /** Refuses null. */
    public Held {
      Objects.requireNonNull(record, "record");
    }

    @Override
    public Fence fence() {
      return record.fence();
    }
  }

  /**
   * It is not held any more.
   *
   * @param fence the holding that ended; or that of the slot, which is at least that
   * @param end how it ended
   * @param at when, as far as that is known
   * @param last who held it, where that is known
   */
  record Ended(Fence fence, End end, Instant at, Optional<LeaseRecord> last) implements Notice {
    /** Refuses null. */
    public Ended {
      Objects.requireNonNull(fence, "fence");
      Objects.requireNonNull(end, "end");
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(last, "last");
    }
  }

  /** How a lease ended. */
  enum End {
    /** The pull request was merged. */
    MERGED("the pull request was merged"),
    /** The pull request was closed. */
    CLOSED("the pull request was closed"),
    /** Its session gave it back. */
    GIVEN_BACK("it was given back"),
    /** Another session took it over, or an operator broke it. */
    LOST("it was broken, or taken over"),
    /** Nobody renewed it in time. */
    EXPIRED("it was not renewed in time"),
    /** Its record cannot be read, so that whoever wants it may have it. */
    UNREADABLE("its record cannot be read"),
    /** Nobody holds it; how it ended is not told. */
    FREE("nobody holds it");

    private final String clause;

    End(String clause) {
      this.clause = clause;
    }

    String clause() {
      return clause;
    }
  }

  /** What {@code status} says. */
  static Notice of(LeaseStatus status) {
    return switch (status.state()) {
      case HELD -> new Held(status.record().orElseThrow());
      case EXPIRED -> {
        LeaseRecord record = status.record().orElseThrow();
        yield new Ended(record.fence(), End.EXPIRED, record.expiresAt(), Optional.of(record));
      }
      case UNREADABLE ->
          new Ended(status.slot().fence(), End.UNREADABLE, status.judgedAt(), Optional.empty());
      case FREE -> new Ended(status.slot().fence(), End.FREE, status.judgedAt(), Optional.empty());
    };
  }
}
