package dev.prlease.core.claim;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.OwningPullRequest;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.api.claim.Remote;
import dev.prlease.api.claim.WorktreeState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/**
 * One combination of record, request, evidence and time, drawn at random: facts, from which both
 * the arguments of the rules and the table of what they should say are made.
 */
record ClaimCase(
    Slot slot,
    boolean ownSession,
    Set<Field> differing,
    long secondsPastExpiry,
    long uncertaintySeconds,
    boolean pastConfirmation,
    Set<Fact> facts,
    long number,
    String repo) {
  static final Instant EXPIRY = Instant.parse("2026-07-19T10:11:51Z");
  static final String HEAD = "a".repeat(40);
  static final String OTHER_HEAD = "b".repeat(40);

  /** The facts that may be ground for a takeover are in the groups up to this. */
  private static final int GROUND_GROUPS = 2;

  private static final SessionId OWN = SessionId.of("own");
  private static final SessionId OTHER = SessionId.of("other");

  /** What the slot holds. */
  enum Slot {
    VACANT,
    NO_CLAIM,
    CONFIRMED,
    PENDING_OVER_NOTHING,
    PENDING_OVER_CLAIM
  }

  /** In what a request differs from the record. */
  enum Field {
    HOST,
    OWNER,
    REPOSITORY,
    NUMBER,
    REMOTE,
    OPERATION,
    BRANCH,
    WORKTREE,
    USER,
    PROFILE
  }

  /** What deviates from all being well. At most one of each group. */
  enum Fact {
    RECORDED_PROCESS_DEAD(1),
    RECORDED_PROCESS_UNKNOWN(1),
    RECORDED_PROCESS_CONTRADICTORY(1),
    RECORDED_WORKTREE_GONE(2),
    RECORDED_WORKTREE_UNKNOWN(2),
    PROCESS_DEAD(3),
    PROCESS_UNKNOWN(3),
    WORKTREE_GONE(4),
    WORKTREE_UNKNOWN(4),
    WORKTREE_CONTRADICTORY(4),
    WORKTREE_MOVED(5),
    WORKTREE_WITHIN_ANOTHER(6),
    WORKTREE_IN_NONE(6),
    WORKTREE_UNREGISTERED(7),
    WORKTREE_DIRTY(8),
    WORKTREE_ON_OTHER_BRANCH(9),
    WORKTREE_DETACHED(9),
    REMOTE_MOVED(10),
    REMOTE_UNKNOWN(10),
    OTHER_USER(11),
    USER_UNKNOWN(11),
    OTHER_PROFILE(12),
    PROFILE_UNKNOWN(12),
    LOCAL_HEAD_UNKNOWN(13),
    REMOTE_HEAD_UNKNOWN(14),
    REMOTE_HEAD_MISSING(14),
    REMOTE_HEAD_DIFFERS(14),
    PULL_REQUESTS_UNKNOWN(15),
    OWN_PULL_REQUEST(15),
    OWN_PULL_REQUEST_DIFFERS(15),
    TWO_OWN_PULL_REQUESTS(15),
    OTHER_PULL_REQUEST(15),
    COMPETITORS_UNKNOWN(16),
    COMPETITOR(16);

    final int group;

    Fact(int group) {
      this.group = group;
    }
  }

  static ClaimCase draw(Random random) {
    Set<Field> differing = EnumSet.noneOf(Field.class);
    if (random.nextInt(2) == 0) {
      for (Field field : Field.values()) {
        if (random.nextInt(6) == 0) {
          differing.add(field);
        }
      }
    }
    Set<Fact> facts = EnumSet.noneOf(Fact.class);
    Set<Integer> groups = new HashSet<>();
    int rarity = 1 << random.nextInt(9);
    for (Fact fact : Fact.values()) {
      int oneOf = fact.group <= GROUND_GROUPS ? 4 : rarity + 1;
      if (random.nextInt(oneOf) == 0 && groups.add(fact.group)) {
        facts.add(fact);
      }
    }
    long[] past = {-60, -10, -5, -3, 0, 3, 5, 10, 60, 86_400};
    return new ClaimCase(
        random.nextBoolean() ? Slot.CONFIRMED : pick(random, Slot.values()),
        random.nextInt(3) == 0,
        differing,
        past[random.nextInt(past.length)],
        random.nextBoolean() ? 0 : 5,
        random.nextBoolean(),
        facts,
        1 + random.nextInt(1_000_000),
        "Owner" + random.nextInt(50) + "/Repo." + random.nextInt(50));
  }

  private static <T> T pick(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  boolean has(Fact fact) {
    return facts.contains(fact);
  }

  // The arguments of the rules.

  LeaseKey key() {
    return LeaseKey.issue(repo, number);
  }

  ClaimTerms terms() {
    return new ClaimTerms(
        new Remote("origin", "https://github.com/" + repo),
        "author",
        "fix-" + number,
        "/work/" + number,
        new Claimant("Me", "author"));
  }

  private LeaseKey recordedKey() {
    LeaseKey key = key().canonical();
    String owner = key.repo().substring(0, key.repo().indexOf('/'));
    String name = key.repo().substring(key.repo().indexOf('/') + 1);
    return LeaseKey.of(
        differing.contains(Field.HOST) ? "ghe.example.com" : key.host(),
        (differing.contains(Field.OWNER) ? "x" : owner)
            + "/"
            + (differing.contains(Field.REPOSITORY) ? "x" : name),
        LeaseKey.Kind.ISSUE,
        differing.contains(Field.NUMBER) ? number + 1 : number);
  }

  private ClaimTerms recordedTerms() {
    ClaimTerms asked = terms();
    return new ClaimTerms(
        differing.contains(Field.REMOTE)
            ? new Remote("upstream", asked.remote().url())
            : asked.remote(),
        asked.operation() + (differing.contains(Field.OPERATION) ? "-x" : ""),
        asked.branch() + (differing.contains(Field.BRANCH) ? "-x" : ""),
        asked.worktree() + (differing.contains(Field.WORKTREE) ? "-x" : ""),
        new Claimant(
            differing.contains(Field.USER) ? "You" : "mE",
            differing.contains(Field.PROFILE) ? "Author" : "author"));
  }

  Optional<LeaseRecord> record() {
    LeaseRecord plain =
        LeaseRecord.of(
            recordedKey(),
            ownSession ? OWN : OTHER,
            EXPIRY.minusSeconds(14_400),
            Ttl.ofSeconds(14_400));
    Claim claim = Claim.of(recordedTerms(), process());
    LeaseRecord confirmed = plain.withClaim(claim);
    return switch (slot) {
      case VACANT -> Optional.empty();
      case NO_CLAIM -> Optional.of(plain);
      case CONFIRMED -> Optional.of(confirmed);
      case PENDING_OVER_NOTHING -> Optional.of(plain.withClaim(pending(claim, Optional.empty())));
      case PENDING_OVER_CLAIM ->
          Optional.of(plain.withClaim(pending(claim, Optional.of(confirmed))));
    };
  }

  private Claim pending(Claim claim, Optional<LeaseRecord> prior) {
    Instant until = pastConfirmation ? Instant.EPOCH : Instant.parse("2030-01-01T00:00:00Z");
    ClaimGrant grant =
        new ClaimGrant(
            ClaimGrant.Kind.FRESH,
            Optional.empty(),
            claim.terms().claimant(),
            OWN,
            process(),
            EXPIRY,
            EXPIRY,
            List.of());
    return claim.pending(new PendingClaim(Instant.EPOCH, until, prior), grant);
  }

  private static ClaimProcess process() {
    return new ClaimProcess(
        "host",
        new ProcessIdentity(3543, OptionalLong.of(1), Optional.of("boot"), OptionalLong.of(1)));
  }

  ClaimRequest request() {
    return new ClaimRequest(key(), OWN, terms(), process(), ClaimRequest.DEFAULT_TTL);
  }

  ClaimTime time() {
    return new ClaimTime(
        EXPIRY.plusSeconds(secondsPastExpiry), Duration.ofSeconds(uncertaintySeconds));
  }

  ClaimEvidence evidence() {
    return new ClaimEvidence(
        has(Fact.RECORDED_PROCESS_UNKNOWN)
            ? unknown()
            : has(Fact.RECORDED_PROCESS_CONTRADICTORY)
                ? contradictory()
                : known(has(Fact.RECORDED_PROCESS_DEAD) ? ProcessState.DEAD : ProcessState.ALIVE),
        has(Fact.RECORDED_WORKTREE_UNKNOWN)
            ? unknown()
            : known(has(Fact.RECORDED_WORKTREE_GONE) ? new WorktreeState.Gone() : worktree()),
        has(Fact.PROCESS_UNKNOWN)
            ? unknown()
            : known(has(Fact.PROCESS_DEAD) ? ProcessState.DEAD : ProcessState.ALIVE),
        has(Fact.WORKTREE_UNKNOWN)
            ? unknown()
            : has(Fact.WORKTREE_CONTRADICTORY)
                ? contradictory()
                : known(has(Fact.WORKTREE_GONE) ? new WorktreeState.Gone() : worktree()),
        has(Fact.REMOTE_UNKNOWN)
            ? unknown()
            : known(has(Fact.REMOTE_MOVED) ? "https://x" : terms().remote().url()),
        has(Fact.USER_UNKNOWN)
            ? unknown()
            : known(has(Fact.OTHER_USER) ? "You" : "me".toUpperCase(Locale.ROOT)),
        has(Fact.PROFILE_UNKNOWN)
            ? unknown()
            : known(has(Fact.OTHER_PROFILE) ? "AUTHOR" : "author"),
        has(Fact.LOCAL_HEAD_UNKNOWN) ? unknown() : known(HEAD),
        has(Fact.REMOTE_HEAD_UNKNOWN)
            ? unknown()
            : known(
                has(Fact.REMOTE_HEAD_MISSING)
                    ? Optional.empty()
                    : Optional.of(has(Fact.REMOTE_HEAD_DIFFERS) ? OTHER_HEAD : HEAD)),
        has(Fact.PULL_REQUESTS_UNKNOWN) ? unknown() : known(pullRequests()),
        has(Fact.COMPETITORS_UNKNOWN)
            ? unknown()
            : known(
                has(Fact.COMPETITOR)
                    ? List.of(
                        LeaseRecord.of(LeaseKey.issue(repo, number + 2), OTHER, EXPIRY, Ttl.DEFAULT)
                            .withClaim(Claim.of(terms(), process())))
                    : List.of()));
  }

  private WorktreeState worktree() {
    String path = has(Fact.WORKTREE_MOVED) ? "/moved" : terms().worktree();
    return new WorktreeState.Present(
        path,
        has(Fact.WORKTREE_IN_NONE)
            ? Optional.empty()
            : Optional.of(has(Fact.WORKTREE_WITHIN_ANOTHER) ? "/work" : path),
        has(Fact.WORKTREE_UNREGISTERED)
            ? WorktreeState.Registration.UNREGISTERED
            : WorktreeState.Registration.REGISTERED,
        has(Fact.WORKTREE_DIRTY) ? WorktreeState.Changes.SOME : WorktreeState.Changes.NONE,
        has(Fact.WORKTREE_DETACHED)
            ? Optional.empty()
            : Optional.of(has(Fact.WORKTREE_ON_OTHER_BRANCH) ? "main" : terms().branch()));
  }

  private List<OwningPullRequest> pullRequests() {
    List<OwningPullRequest> all = new ArrayList<>();
    if (has(Fact.OWN_PULL_REQUEST) || has(Fact.TWO_OWN_PULL_REQUESTS)) {
      all.add(pullRequest(OwningPullRequest.Relation.OWN_BRANCH, HEAD));
    }
    if (has(Fact.TWO_OWN_PULL_REQUESTS)) {
      all.add(pullRequest(OwningPullRequest.Relation.OWN_BRANCH, HEAD));
    }
    if (has(Fact.OWN_PULL_REQUEST_DIFFERS)) {
      all.add(pullRequest(OwningPullRequest.Relation.OWN_BRANCH, OTHER_HEAD));
    }
    if (has(Fact.OTHER_PULL_REQUEST)) {
      all.add(pullRequest(OwningPullRequest.Relation.OTHER_BRANCH, HEAD));
    }
    return all;
  }

  private OwningPullRequest pullRequest(OwningPullRequest.Relation relation, String head) {
    return new OwningPullRequest(LeaseKey.pullRequest(repo, 3), relation, head, "b");
  }

  private static <T> Evidence<T> known(T value) {
    return new Evidence.Known<>(value, "table", EXPIRY);
  }

  private static <T> Evidence<T> unknown() {
    return new Evidence.Unknown<>("drawn so", "table", EXPIRY);
  }

  private static <T> Evidence<T> contradictory() {
    return new Evidence.Contradictory<>("drawn so, and otherwise", "table", EXPIRY);
  }
}
