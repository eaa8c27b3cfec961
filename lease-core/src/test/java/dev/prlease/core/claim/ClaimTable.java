package dev.prlease.core.claim;

import dev.prlease.api.claim.ClaimReason.Code;
import dev.prlease.core.claim.ClaimCase.Fact;
import dev.prlease.core.claim.ClaimCase.Field;
import dev.prlease.core.claim.ClaimCase.Slot;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the rules of claims should say, written down a second time from the acceptance criteria and
 * without a look at them: rows of a fact and the reason that it is, and a verdict by cases.
 */
final class ClaimTable {
  /** What is to come out. */
  enum Verdict {
    FRESH,
    OURS,
    RENEWAL,
    TAKEOVER,
    REFUSED
  }

  private record Row(Code code, Predicate<ClaimCase> when, boolean renewalOnly) {}

  private static final Map<Field, Code> DIFFERENCES =
      Map.of(
          Field.HOST, Code.HOST_DIFFERS,
          Field.OWNER, Code.OWNER_DIFFERS,
          Field.REPOSITORY, Code.REPOSITORY_DIFFERS,
          Field.NUMBER, Code.NUMBER_DIFFERS,
          Field.REMOTE, Code.REMOTE_DIFFERS,
          Field.OPERATION, Code.OPERATION_DIFFERS,
          Field.BRANCH, Code.BRANCH_DIFFERS,
          Field.WORKTREE, Code.WORKTREE_DIFFERS,
          Field.USER, Code.USER_DIFFERS,
          Field.PROFILE, Code.PROFILE_DIFFERS);

  private static final Set<Field> KEY =
      EnumSet.of(Field.HOST, Field.OWNER, Field.REPOSITORY, Field.NUMBER);

  private static final List<Row> ROWS =
      List.of(
          always(Code.USER_UNKNOWN, Fact.USER_UNKNOWN),
          always(Code.USER_NOT_LOGGED_IN, Fact.OTHER_USER),
          always(Code.PROFILE_UNKNOWN, Fact.PROFILE_UNKNOWN),
          always(Code.PROFILE_NOT_CONFIGURED, Fact.OTHER_PROFILE),
          always(Code.PROCESS_UNKNOWN, Fact.PROCESS_UNKNOWN),
          always(Code.PROCESS_DEAD, Fact.PROCESS_DEAD),
          always(Code.WORKTREE_GONE, Fact.WORKTREE_GONE),
          always(Code.WORKTREE_UNKNOWN, Fact.WORKTREE_UNKNOWN, Fact.WORKTREE_CONTRADICTORY),
          there(Code.WORKTREE_MOVED, false, Fact.WORKTREE_MOVED),
          there(
              Code.WORKTREE_NOT_TOP_LEVEL,
              false,
              Fact.WORKTREE_WITHIN_ANOTHER,
              Fact.WORKTREE_IN_NONE),
          there(Code.WORKTREE_NOT_REGISTERED, false, Fact.WORKTREE_UNREGISTERED),
          there(
              Code.WORKTREE_ON_OTHER_BRANCH,
              false,
              Fact.WORKTREE_ON_OTHER_BRANCH,
              Fact.WORKTREE_DETACHED),
          there(Code.WORKTREE_NOT_CLEAN, true, Fact.WORKTREE_DIRTY),
          always(Code.REMOTE_UNKNOWN, Fact.REMOTE_UNKNOWN),
          always(Code.REMOTE_MOVED, Fact.REMOTE_MOVED),
          renewal(Code.LOCAL_HEAD_UNKNOWN, some(Fact.LOCAL_HEAD_UNKNOWN)),
          renewal(Code.REMOTE_HEAD_UNKNOWN, some(Fact.REMOTE_HEAD_UNKNOWN)),
          renewal(Code.REMOTE_BRANCH_MISSING, some(Fact.REMOTE_HEAD_MISSING)),
          renewal(
              Code.HEADS_DIFFER,
              some(Fact.REMOTE_HEAD_DIFFERS).and(some(Fact.LOCAL_HEAD_UNKNOWN).negate())),
          always(Code.PULL_REQUESTS_UNKNOWN, Fact.PULL_REQUESTS_UNKNOWN),
          renewal(
              Code.PULL_REQUEST_HEAD_DIFFERS,
              some(Fact.OWN_PULL_REQUEST_DIFFERS).and(some(Fact.LOCAL_HEAD_UNKNOWN).negate())),
          always(Code.COMPETING_PULL_REQUEST, Fact.OTHER_PULL_REQUEST, Fact.TWO_OWN_PULL_REQUESTS),
          always(Code.COMPETING_CLAIMS_UNKNOWN, Fact.COMPETITORS_UNKNOWN),
          always(Code.COMPETING_CLAIM, Fact.COMPETITOR));

  private static Predicate<ClaimCase> some(Fact... facts) {
    return drawn -> List.of(facts).stream().anyMatch(drawn::has);
  }

  private static Row always(Code code, Fact... facts) {
    return new Row(code, some(facts), false);
  }

  private static Row renewal(Code code, Predicate<ClaimCase> when) {
    return new Row(code, when, true);
  }

  /** What can be seen only where a worktree is. */
  private static Row there(Code code, boolean renewalOnly, Fact... facts) {
    Predicate<ClaimCase> nothing =
        some(Fact.WORKTREE_GONE, Fact.WORKTREE_UNKNOWN, Fact.WORKTREE_CONTRADICTORY);
    return new Row(code, nothing.negate().and(some(facts)), renewalOnly);
  }

  private final ClaimCase drawn;
  private final Set<Code> differences = EnumSet.noneOf(Code.class);
  private final Set<Code> ofTheKey = EnumSet.noneOf(Code.class);

  ClaimTable(ClaimCase drawn) {
    this.drawn = drawn;
    for (Field field : drawn.differing()) {
      differences.add(code(field));
      if (KEY.contains(field)) {
        ofTheKey.add(code(field));
      }
    }
  }

  private static Code code(Field field) {
    return Objects.requireNonNull(DIFFERENCES.get(field));
  }

  private Set<Code> evidence(boolean forRenewal) {
    Set<Code> codes = EnumSet.noneOf(Code.class);
    for (Row row : ROWS) {
      if ((forRenewal || !row.renewalOnly()) && row.when().test(drawn)) {
        codes.add(row.code());
      }
    }
    return codes;
  }

  private boolean isLive() {
    long margin = drawn.uncertaintySeconds();
    return drawn.ownSession()
        ? drawn.secondsPastExpiry() < -margin
        : drawn.secondsPastExpiry() < margin;
  }

  private boolean isPending() {
    return drawn.slot() == Slot.PENDING_OVER_NOTHING || drawn.slot() == Slot.PENDING_OVER_CLAIM;
  }

  /** Reasons that hold whatever was asked and whatever the evidence; none if evidence decides. */
  Set<Code> closed() {
    if (drawn.slot() == Slot.VACANT) {
      return Set.of();
    }
    if (drawn.slot() == Slot.NO_CLAIM) {
      return plus(ofTheKey, Code.NOT_A_CLAIM);
    }
    if (isPending() && !differences.isEmpty() && !drawn.pastConfirmation()) {
      return plus(differences, Code.PENDING);
    }
    boolean judgedAsLive =
        drawn.slot() == Slot.CONFIRMED
            || (drawn.slot() == Slot.PENDING_OVER_CLAIM && ofTheKey.isEmpty());
    if (judgedAsLive && isLive()) {
      if (drawn.ownSession()) {
        return differences;
      }
      return differences.isEmpty() ? Set.of(Code.OTHER_SESSION) : plus(differences, Code.LIVE);
    }
    return ofTheKey;
  }

  private boolean isFree() {
    return drawn.slot() == Slot.VACANT || drawn.slot() == Slot.PENDING_OVER_NOTHING;
  }

  private boolean hasGround() {
    return drawn.has(Fact.RECORDED_PROCESS_DEAD) || drawn.has(Fact.RECORDED_WORKTREE_GONE);
  }

  Verdict verdict() {
    if (!closed().isEmpty()) {
      return Verdict.REFUSED;
    }
    if (isFree()) {
      return evidence(false).isEmpty() ? Verdict.FRESH : Verdict.REFUSED;
    }
    if (isLive()) {
      return Verdict.OURS;
    }
    if (differences.isEmpty() && evidence(true).isEmpty()) {
      return Verdict.RENEWAL;
    }
    return hasGround() && evidence(false).isEmpty() ? Verdict.TAKEOVER : Verdict.REFUSED;
  }

  Set<Code> againstRenewal() {
    if (!closed().isEmpty()) {
      return closed();
    }
    if (isFree()) {
      return plus(evidence(false), Code.NO_CLAIM);
    }
    Set<Code> all = evidence(true);
    all.addAll(differences);
    return all;
  }

  Set<Code> againstTakeover() {
    if (!closed().isEmpty()) {
      return closed();
    }
    Set<Code> all = evidence(false);
    if (!isFree()) {
      all.addAll(differences);
      if (!hasGround()) {
        all.add(Code.RECORDED_PROCESS_NOT_DEAD);
        all.add(Code.RECORDED_WORKTREE_NOT_GONE);
      }
    }
    return all;
  }

  private static Set<Code> plus(Set<Code> codes, Code more) {
    Set<Code> all = EnumSet.of(more);
    all.addAll(codes);
    return all;
  }
}
