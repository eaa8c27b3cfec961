package dev.prlease.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Takes back that the forge is to merge a pull request by itself, armed or out of a queue; tells
 * how it stands then. What counts is what it looks like afterwards, not what the forge said.
 */
public final class DisarmAction implements GatedAction<PullRequest> {
  private final Forge forge;

  /** One for {@code forge}. */
  public DisarmAction(Forge forge) {
    this.forge = Objects.requireNonNull(forge, "forge");
  }

  @Override
  public String name() {
    return "disarm";
  }

  /**
   * Disarms, and reads.
   *
   * @throws ForgeException if it is armed or queued still because the forge refused or could not be
   *     asked, or if it could not be read afterwards
   */
  @Override
  public PullRequest run(Gate gate) {
    Optional<ForgeException> said = Optional.empty();
    try {
      forge.disarm(gate);
    } catch (ForgeException no) {
      said = Optional.of(no);
    }
    PullRequest now;
    try {
      now = Look.at(forge, gate);
    } catch (ForgeException unread) {
      throw said.orElse(unread);
    }
    if (isInHand(now) && said.isPresent()) {
      throw said.get();
    }
    return now;
  }

  @Override
  public Outcome outcome(PullRequest now) {
    boolean open = now.state() == PullRequest.State.OPEN;
    boolean disarmed = open && !isInHand(now);
    Map<String, String> details = new LinkedHashMap<>();
    details.put("outcome", disarmed ? "disarmed" : open ? still(now) : "already-" + word(now));
    now.merge().ifPresent(merge -> details.put("merged_by", merge.by()));
    return new Outcome(disarmed ? Status.SUCCEEDED : Status.FAILED, details);
  }

  /** Whether the forge may merge {@code now} by itself: it is open, and armed or queued. */
  public static boolean isInHand(PullRequest now) {
    return now.state() == PullRequest.State.OPEN
        && (now.autoMerge().isPresent() || now.queue().isPresent());
  }

  /**
   * How people do the same, or see that there is nothing to do: the command for auto-merge, which
   * takes nothing out of a queue, and the page where that is done.
   */
  public static String byHand(LeaseKey key) {
    return "gh pr merge "
        + key.number()
        + " -R "
        + key.host()
        + "/"
        + key.repo()
        + " --disable-auto; from a merge queue: https://"
        + key.host()
        + "/"
        + key.repo()
        + "/pull/"
        + key.number();
  }

  private static String still(PullRequest now) {
    return now.queue().isPresent() ? "still-queued" : "still-armed";
  }

  private static String word(PullRequest now) {
    return now.state().name().toLowerCase(Locale.ROOT);
  }
}
