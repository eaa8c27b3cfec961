package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.program.InTime;
import dev.prlease.spi.Gate;
import java.time.Duration;
import java.util.Optional;

/** Takes pull requests out of merge queues, for which gh has no command. */
final class MergeQueue {
  private static final Duration ACTING = Duration.ofMinutes(2);

  private final GhErrors errors;
  private final GhApi api;

  MergeQueue(GhErrors errors, GhApi api) {
    this.errors = errors;
    this.api = api;
  }

  /**
   * Takes the pull request of {@code gate} out of its queue, if it is in one.
   *
   * @return whether that was all: it was queued, and is not armed besides
   */
  boolean leave(Gate gate, String doing) {
    LeaseKey key = gate.key();
    InTime.check(gate);
    ObjectNode variables = api.variables();
    variables.put("owner", RepositoryId.of(key).owner());
    variables.put("name", RepositoryId.of(key).name());
    variables.put("number", key.number());
    GhApi.Told told = api.query(key.host(), Queries.inHand(), variables, Optional.of(key), doing);
    if (!(told instanceof GhApi.Told.Data data)) {
      return false; // A server without queues.
    }
    JsonNode found = data.data().path("repository").path("pullRequest");
    if (!found.path("mergeQueueEntry").isObject()) {
      return false;
    }
    GhApi.Told left;
    try {
      String mutation = Queries.dequeue(Decoding.text(found, "id"));
      left = api.mutate(gate, key.host(), mutation, ACTING, doing);
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(Optional.of(key), doing, String.valueOf(why.getMessage()));
    }
    if (!(left instanceof GhApi.Told.Data)) {
      throw errors.unintelligible(
          Optional.of(key), doing, "the server does not let it be taken out of its queue");
    }
    return !found.path("autoMergeRequest").isObject();
  }
}
