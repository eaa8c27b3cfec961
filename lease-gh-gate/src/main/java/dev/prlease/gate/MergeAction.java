package dev.prlease.gate;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One try to have a pull request merged, pinned to one head, and the look at it afterwards that
 * tells what came of it.
 *
 * <p>It retries nothing: whoever does runs the action through the gate anew, so that ownership is
 * asserted before every try (lesson L11). Only the look is repeated, a few times, if the forge
 * cannot be reached for it.
 *
 * <p>Interrupted, it ends the program that talks to the forge, and keeps the flag.
 */
public final class MergeAction implements GatedAction<MergeOutcome> {
  /** What users call it. */
  public static final String NAME = "merge";

  /** What users call the one that has the forge merge by itself. */
  public static final String ARMING = "auto-merge";

  /** Who merges. */
  public enum Way {
    /** The forge, now. */
    NOW,
    /** The forge, once its rules let it. */
    ARM
  }

  private final Forge forge;
  private final MergeRequest request;
  private final Way way;
  private final Optional<Bypass> bypass;

  private MergeAction(Forge forge, MergeRequest request, Way way, Optional<Bypass> bypass) {
    this.forge = forge;
    this.request = request;
    this.way = way;
    this.bypass = bypass;
  }

  /**
   * One that keeps to the rules of the base branch.
   *
   * @throws IllegalArgumentException if the request is to bypass them
   */
  public static MergeAction of(Forge forge, MergeRequest request, Way way) {
    if (request.protection() == Forge.Protection.BYPASSED) {
      throw new IllegalArgumentException("bypassing branch protection needs a reason");
    }
    return new MergeAction(forge, request, way, Optional.empty());
  }

  /**
   * One that bypasses the rules of the base branch with an administrator's rights.
   *
   * @param reason why; recorded durably before anything happens
   * @throws IllegalArgumentException if the reason is blank
   */
  public static MergeAction bypassing(Forge forge, MergeRequest request, String reason) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("head", request.head());
    details.put("method", word(request.method()));
    return new MergeAction(
        forge,
        new MergeRequest(request.head(), request.method(), Forge.Protection.BYPASSED),
        Way.NOW,
        Optional.of(new Bypass(reason, details)));
  }

  @Override
  public String name() {
    return way == Way.NOW ? NAME : ARMING;
  }

  @Override
  public Optional<Bypass> bypass() {
    return bypass;
  }

  @Override
  public MergeOutcome run(Gate gate) {
    Optional<ForgeException> said = ask(gate);
    try {
      return conclude(Look.at(forge, gate), said);
    } catch (ForgeException unread) {
      return unseen(unread, said);
    }
  }

  private Optional<ForgeException> ask(Gate gate) {
    try {
      if (way == Way.NOW) {
        forge.merge(gate, request);
      } else {
        forge.arm(gate, request);
      }
      return Optional.empty();
    } catch (ForgeException no) {
      return Optional.of(no);
    }
  }

  private static MergeOutcome unseen(ForgeException unread, Optional<ForgeException> said) {
    return new MergeOutcome.Unknown(Look.unread(unread, said));
  }

  private MergeOutcome conclude(PullRequest now, Optional<ForgeException> said) {
    boolean sameHead = now.head().sha().equals(request.head());
    switch (now.state()) {
      case MERGED -> {
        PullRequest.Merge merge =
            now.merge().orElseGet(() -> new PullRequest.Merge("", "", Optional.empty()));
        return sameHead && !isDeclined(said)
            ? new MergeOutcome.Merged(merge)
            : new MergeOutcome.AlreadyMerged(merge);
      }
      case CLOSED -> {
        return new MergeOutcome.Closed();
      }
      default -> {
        // Open: what follows.
      }
    }
    if (!sameHead) {
      return new MergeOutcome.HeadMoved(request.head(), now.head().sha());
    }
    if (now.queue().isPresent()) {
      return new MergeOutcome.Queued(now.queue().get());
    }
    if (now.autoMerge().isPresent()) {
      return new MergeOutcome.Armed(now.autoMerge().get());
    }
    return said.map(MergeAction::refused)
        .orElseGet(
            () ->
                new MergeOutcome.Unknown(
                    "the forge accepted the try, and shows the pull request open, neither queued"
                        + " nor armed"));
  }

  /** A no: what is merged all the same was merged by another try. */
  private static boolean isDeclined(Optional<ForgeException> said) {
    return said.isPresent() && !said.get().kind().isInconclusive();
  }

  private static MergeOutcome refused(ForgeException no) {
    String why = String.valueOf(no.getMessage());
    return switch (no.kind()) {
      // Not moved, as was just read: it passes (lesson L60).
      case UNREACHABLE, RATE_LIMITED, HEAD_MOVED -> new MergeOutcome.NotNow(why, no.retryAt());
      case UNINTELLIGIBLE -> new MergeOutcome.Unknown(why);
      case MISSING_PROGRAM, NOT_AUTHENTICATED, NOT_FOUND, REFUSED ->
          new MergeOutcome.Refused(why, no.nextStep());
    };
  }

  private static String word(MergeMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Outcome outcome(MergeOutcome result) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("head", request.head());
    details.put("method", word(request.method()));
    details.putAll(result.details());
    return new Outcome(result.isAccepted() ? Status.SUCCEEDED : Status.FAILED, details);
  }
}
