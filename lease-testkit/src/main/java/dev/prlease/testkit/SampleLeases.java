package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Values that tests are about: two sessions, a key, and records from plain to rich. */
public final class SampleLeases {
  /** The pull request of the manual. */
  public static final LeaseKey KEY = LeaseKey.pullRequest("rysweet/amplihack-rs", 1051);

  /** A pull request beside it. */
  public static final LeaseKey OTHER_KEY = LeaseKey.pullRequest("rysweet/amplihack-rs", 1052);

  /** One session. */
  public static final SessionId ALICE = SessionId.of("alice-9f2c8b1a");

  /** Another session. */
  public static final SessionId BOB = SessionId.of("bob-4d3e4c17");

  /** When records are acquired unless a test says otherwise. */
  public static final Instant THEN = ManualClock.START;

  /** 15 minutes. */
  public static final Ttl TTL = Ttl.of(Duration.ofMinutes(15));

  private SampleLeases() {}

  /** A record of the version-1 fields alone. */
  public static LeaseRecord plain(LeaseKey key, SessionId owner) {
    return LeaseRecord.of(key, owner, THEN, TTL);
  }

  /** A record as a holding has it: with fence, grant and start. */
  public static LeaseRecord holding(LeaseKey key, SessionId owner, long fence) {
    return plain(key, owner)
        .withFence(new Fence(fence))
        .withGrantId(new GrantId("grant-of-" + owner + "-" + fence))
        .withGrantedAt(THEN.minusSeconds(60));
  }

  /** A record in which every field has a value. */
  public static LeaseRecord rich(LeaseKey key, SessionId owner, long fence) {
    ProcessIdentity process =
        new ProcessIdentity(
            4711,
            OptionalLong.of(123_456_789L),
            Optional.of("0d1b9d6c-0b3c-4a0e-8d55-3f2a3c8c7a11"),
            OptionalLong.of(4_026_531_836L));
    return holding(key, owner, fence)
        .withHolder(new Holder("build-7", Optional.of(process), "prlease run", "nightly \"ü\" 深夜"))
        .withHead("0123456789abcdef0123456789abcdef01234567");
  }

  /** A record without what an older program drops when it writes (rule P14). */
  public static LeaseRecord asOlderProgramWrites(LeaseRecord record) {
    return LeaseRecord.of(record.key(), record.owner(), record.acquiredAt(), record.ttl());
  }
}
