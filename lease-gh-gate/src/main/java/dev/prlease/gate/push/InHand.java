package dev.prlease.gate.push;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.PullRequest;
import java.util.Optional;

/**
 * What the forge is to do with a pull request by itself: merge it, once the rules let it or its
 * place in a queue has come. A push beside that is lost, or merged before anybody looked at it
 * (lesson L59).
 *
 * @param what how it stands; part of a sentence
 * @param nextStep how to take that back; part of a sentence
 */
public record InHand(String what, String nextStep) {
  /** That of {@code pullRequest}; empty if nobody but people will merge it. */
  public static Optional<InHand> of(PullRequest pullRequest) {
    if (pullRequest.state() != PullRequest.State.OPEN) {
      return Optional.empty();
    }
    if (pullRequest.queue().isPresent()) {
      return Optional.of(
          new InHand("in the merge queue", "take it out of the queue: " + pullRequest.url()));
    }
    return pullRequest
        .autoMerge()
        .map(
            armed ->
                new InHand(
                    "armed for auto-merge"
                        + (armed.armedBy().isEmpty() ? "" : " by " + armed.armedBy()),
                    "switch that off: " + switchOff(pullRequest.key())));
  }

  private static String switchOff(LeaseKey key) {
    return "gh pr merge "
        + key.number()
        + " -R "
        + key.host()
        + "/"
        + key.repo()
        + " --disable-auto";
  }

  /** Whoever asked for it: under this lease nobody does so and pushes at the same time. */
  static void refuse(PullRequest pullRequest) throws Halt {
    Optional<InHand> found = of(pullRequest);
    if (found.isPresent()) {
      throw Halt.refused(
          pullRequest.key()
              + " is "
              + found.get().what()
              + ": what is pushed now would be lost, or merged unseen",
          "Wait until it is merged, or " + found.get().nextStep() + "; then try again.");
    }
  }
}
