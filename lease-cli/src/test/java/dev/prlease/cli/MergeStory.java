package dev.prlease.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What happens to two that want to merge one pull request: what is done to them and to their
 * requests, and when. Drawn from a seed, or written down.
 *
 * @param cue which request makes the second start; blank: it starts with the first
 * @param second how long after that
 * @param waiting whether the second waits for the lease, or stands down
 * @param pendingReads how many reads find the checks still running
 * @param deeds in any order
 */
record MergeStory(
    String cue, Duration second, Waiting waiting, int pendingReads, List<Deed> deeds) {
  /** How long the lease of either lasts. */
  static final Duration TTL = Duration.ofSeconds(3);

  /** What the second does about a lease that is held. */
  enum Waiting {
    STANDS_DOWN,
    WAITS
  }

  /** Who it is done to. */
  enum Who {
    FIRST,
    SECOND
  }

  /** What is done. */
  enum What {
    /** kill -9 of prlease. */
    KILL,
    /** SIGSTOP of prlease, and SIGCONT when its lease is over. */
    PAUSE,
    /** SIGSTOP of the gh that merges, and SIGCONT when the lease is over. */
    PAUSE_GH,
    /** An operator breaks the lease, whoever holds it. */
    BREAK,
    /** The pull request gets another head, whose checks passed. */
    MOVE_HEAD,
    /** The request hangs, and does what it should when the lease is over, or has been renewed. */
    HANG,
    /** It does what it should, and its answer hangs as long. */
    HANG_AFTERWARDS,
    /** A bad gateway. */
    BAD_GATEWAY,
    /** A limit, for a second. */
    RATE_LIMIT,
    /** No answer, and nothing done. */
    DROP_BEFORE,
    /** No answer, though it was done. */
    DROP_AFTER,
    /** Half an answer, though it was done, and the connection cut. */
    CUT_OFF,
    /** Half an answer as if it were all. */
    HALVED
  }

  /**
   * One thing that is done when {@code who} sends its {@code nth} request of {@code operation},
   * before that does anything.
   *
   * @param heldUp whether the request waits until the lease is over, besides what is done
   */
  record Deed(Who who, String operation, int nth, What what, HeldUp heldUp) {
    /** One whose request goes on at once. */
    static Deed of(Who who, String operation, int nth, What what) {
      return new Deed(who, operation, nth, what, HeldUp.NO);
    }
  }

  /** Whether a request waits. */
  enum HeldUp {
    NO,
    YES
  }

  /** The look at the pull request, by prlease. */
  static final String LOOK = "PrleasePullRequest";

  /** The first that a gh asks that merges. */
  static final String BEGINS = "PullRequest_fields";

  /** The merge. */
  static final String MERGES = "PullRequestMerge";

  private static final List<String> OPERATIONS =
      List.of(LOOK, BEGINS, "PullRequestByNumber", MERGES, MERGES, MERGES);

  /** Faults of the network are as many as all the rest. */
  private static final List<What> GRAVE =
      List.of(
          What.KILL, What.KILL, What.PAUSE, What.PAUSE, What.PAUSE_GH, What.BREAK, What.MOVE_HEAD);

  private static final List<What> PASSING =
      List.of(
          What.HANG,
          What.HANG_AFTERWARDS,
          What.BAD_GATEWAY,
          What.RATE_LIMIT,
          What.DROP_BEFORE,
          What.DROP_AFTER,
          What.CUT_OFF,
          What.HALVED);

  /** Nothing happens, and the second starts when {@code cue} is there. */
  static MergeStory quiet(String cue, Waiting waiting) {
    return new MergeStory(cue, Duration.ZERO, waiting, 0, List.of());
  }

  /** The same with {@code more} done. */
  MergeStory with(Deed... more) {
    List<Deed> all = new ArrayList<>(deeds);
    all.addAll(List.of(more));
    return new MergeStory(cue, second, waiting, pendingReads, all);
  }

  /** Any. */
  static MergeStory random(Random random) {
    List<Deed> deeds = new ArrayList<>();
    deeds.add(random(random, Who.FIRST));
    while (random.nextInt(3) > 0) {
      deeds.add(random(random, random.nextInt(3) > 0 ? Who.FIRST : Who.SECOND));
    }
    return new MergeStory(
        random.nextInt(4) > 0 ? LOOK : "",
        Duration.ofMillis(random.nextInt(2_000)),
        random.nextInt(4) > 0 ? Waiting.WAITS : Waiting.STANDS_DOWN,
        random.nextInt(8) == 0 ? 1 : 0,
        deeds);
  }

  private static Deed random(Random random, Who who) {
    List<What> whats = random.nextBoolean() ? GRAVE : PASSING;
    return new Deed(
        who,
        OPERATIONS.get(random.nextInt(OPERATIONS.size())),
        random.nextInt(4) > 0 ? 1 : 2,
        whats.get(random.nextInt(whats.size())),
        random.nextInt(3) > 0 ? HeldUp.NO : HeldUp.YES);
  }
}
