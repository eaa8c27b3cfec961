package dev.prlease.cli;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.ClaimRefusedException;
import dev.prlease.api.ContentionException;
import dev.prlease.api.CorruptRecordException;
import dev.prlease.api.Holder;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.UnsupportedVersionException;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The errors whose text is their class's own, one of each kind. */
final class ErrorsOfTheApi {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALPHA = SessionId.of("alpha");
  private static final SessionId BETA = SessionId.of("beta");
  private static final LeaseRecord RECORD =
      LeaseRecord.of(KEY, BETA, Instant.EPOCH, Ttl.DEFAULT)
          .withHolder(
              new Holder(
                  "buildbox",
                  Optional.of(
                      new ProcessIdentity(
                          4711, OptionalLong.empty(), Optional.empty(), OptionalLong.empty())),
                  "prlease run",
                  ""));

  private ErrorsOfTheApi() {}

  static void provoke(ErrorTexts told) {
    AlreadyHeldException held = new AlreadyHeldException(KEY, RECORD, "memory:x");
    told.add("in Java: another session", held);
    told.add("in Java: at work already", AlreadyHeldException.atWork(KEY, RECORD, "memory:x"));
    told.add("in Java: in vain", new WaitTimeoutException(KEY, Duration.ofSeconds(90), held));
    told.add("in Java: refused again and again", new ContentionException(KEY, 8, Optional.empty()));
    told.add("in Java: the owner seen last", new ContentionException(KEY, 8, Optional.of(BETA)));
    told.add("in Java: unreadable", new CorruptRecordException(KEY, "it is no JSON"));
    told.add("in Java: newer", new UnsupportedVersionException(KEY, "schema version 2"));
    told.add("in Java: of another key", new KeyMismatchException(other(), RECORD, "memory:x"));
    told.add("in Java: lapsed", new LeaseExpiredException(KEY, ALPHA, Instant.EPOCH));
    told.add(
        "in Java: too little left",
        LeaseExpiredException.tooShort(KEY, ALPHA, Instant.EPOCH, Duration.ofMinutes(2)));
    told.add("in Java: nobody's", NotOwnerException.none(KEY, ALPHA));
    told.add("in Java: another's", NotOwnerException.foreign(KEY, ALPHA, RECORD));
    told.add("in Java: a stale handle", NotOwnerException.superseded(KEY, BETA, RECORD));
    told.add("in Java: a claim, with every reason", new ClaimRefusedException(refusal()));
  }

  private static ClaimRefusal refusal() {
    return new ClaimRefusal(
        LeaseKey.parse("issue:acme/app#43"),
        ALPHA,
        ClaimRefusal.Step.RENEW,
        List.of(
            new ClaimReason(ClaimReason.Code.BRANCH_DIFFERS, "fix/43", "fix/44"),
            new ClaimReason(
                ClaimReason.Code.WORKTREE_NOT_CLEAN, "no changes in /home/alpha/43", "changes")),
        Optional.empty(),
        ClaimRefusal.Aftermath.NOTHING_WRITTEN);
  }

  private static LeaseKey other() {
    return LeaseKey.parse("acme/app#43");
  }
}
