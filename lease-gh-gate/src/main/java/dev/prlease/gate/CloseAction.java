package dev.prlease.gate;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One try to close a pull request without merging it, and the look at it afterwards that tells what
 * came of it. It retries nothing but the look.
 *
 * <p>Interrupted, it ends the program that talks to the forge, and keeps the flag.
 */
public final class CloseAction implements GatedAction<CloseOutcome> {
  /** What users call it. */
  public static final String NAME = "close";

  private final Forge forge;

  /** One for {@code forge}. */
  public CloseAction(Forge forge) {
    this.forge = forge;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CloseOutcome run(Gate gate) {
    Optional<ForgeException> said = Optional.empty();
    try {
      forge.close(gate);
    } catch (ForgeException no) {
      said = Optional.of(no);
    }
    PullRequest now;
    try {
      now = Look.at(forge, gate);
    } catch (ForgeException unread) {
      return new CloseOutcome.Unknown(Look.unread(unread, said));
    }
    return switch (now.state()) {
      case CLOSED -> new CloseOutcome.Closed();
      case MERGED ->
          new CloseOutcome.Merged(
              now.merge().orElseGet(() -> new PullRequest.Merge("", "", Optional.empty())));
      case OPEN ->
          said.<CloseOutcome>map(
                  no -> new CloseOutcome.StillOpen(String.valueOf(no.getMessage()), no.nextStep()))
              .orElseGet(
                  () ->
                      new CloseOutcome.Unknown(
                          "the forge accepted it, and shows the pull request open"));
    };
  }

  @Override
  public Outcome outcome(CloseOutcome result) {
    Map<String, String> details = new LinkedHashMap<>();
    if (result instanceof CloseOutcome.Closed) {
      details.put("outcome", "closed");
    } else if (result instanceof CloseOutcome.Merged merged) {
      details.put("outcome", "already-merged");
      details.put("merged_by", merged.merge().by());
    } else if (result instanceof CloseOutcome.StillOpen open) {
      details.put("outcome", "still-open");
      details.put("reason", open.why());
    } else if (result instanceof CloseOutcome.Unknown unknown) {
      details.put("outcome", "unknown");
      details.put("reason", unknown.why());
    }
    boolean closed = result instanceof CloseOutcome.Closed;
    return new Outcome(closed ? Status.SUCCEEDED : Status.FAILED, details);
  }
}
