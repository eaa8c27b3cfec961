package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Check;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A pull request from what the server told of it. */
final class Decoding {
  /** What was told is not what was asked for. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  private Decoding() {}

  static PullRequest pullRequest(LeaseKey key, JsonNode node, List<Check> checks) throws Malformed {
    if (node.path("number").asLong(-1) != key.number()) {
      throw new Malformed("it tells of another pull request");
    }
    String state = text(node, "state");
    return new PullRequest(
        key,
        node.path("title").asText(""),
        node.path("url").asText(""),
        state(state),
        node.path("isDraft").asBoolean(false) ? PullRequest.Stage.DRAFT : PullRequest.Stage.READY,
        head(key, node),
        text(node, "baseRefName"),
        oneOf(PullRequest.MergeState.values(), node, "mergeStateStatus")
            .orElse(PullRequest.MergeState.UNKNOWN),
        node.path("isMergeQueueEnabled").asBoolean(false)
            ? PullRequest.Route.QUEUE
            : PullRequest.Route.DIRECT,
        review(node),
        checks,
        autoMerge(node.path("autoMergeRequest")),
        queue(node.path("mergeQueueEntry")),
        state.equals("MERGED") ? Optional.of(merge(node)) : Optional.empty());
  }

  private static PullRequest.State state(String word) throws Malformed {
    return switch (word) {
      case "OPEN" -> PullRequest.State.OPEN;
      case "CLOSED" -> PullRequest.State.CLOSED;
      case "MERGED" -> PullRequest.State.MERGED;
      default -> throw new Malformed("its state is " + word);
    };
  }

  private static PullRequest.Head head(LeaseKey key, JsonNode node) throws Malformed {
    JsonNode repository = node.path("headRepository").path("nameWithOwner");
    Optional<RepositoryId> where = Optional.empty();
    if (repository.isTextual()) {
      // A repository that was renamed is told by its new name: it is still the one of the key.
      boolean same =
          node.path("isCrossRepository").isBoolean() && !node.path("isCrossRepository").asBoolean();
      where =
          Optional.of(same ? RepositoryId.of(key) : repository(key.host(), repository.asText()));
    }
    return new PullRequest.Head(sha(node, "headRefOid"), text(node, "headRefName"), where);
  }

  /** A repository as the server names it. */
  static RepositoryId repository(String host, String path) throws Malformed {
    try {
      return new RepositoryId(host, path);
    } catch (IllegalArgumentException wrong) {
      throw new Malformed("a repository's name: " + wrong.getMessage());
    }
  }

  static String sha(JsonNode node, String field) throws Malformed {
    String sha = text(node, field);
    boolean whole = sha.length() == 40 || sha.length() == 64;
    if (!whole || !sha.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128)) {
      throw new Malformed(field + " is no commit: " + sha);
    }
    return sha.toLowerCase(Locale.ROOT);
  }

  private static PullRequest.Review review(JsonNode node) {
    JsonNode decision = node.path("reviewDecision");
    if (!decision.isTextual() || decision.asText().isEmpty()) {
      return PullRequest.Review.NOT_REQUIRED;
    }
    return switch (decision.asText()) {
      case "APPROVED" -> PullRequest.Review.APPROVED;
      case "CHANGES_REQUESTED" -> PullRequest.Review.CHANGES_REQUESTED;
      case "REVIEW_REQUIRED" -> PullRequest.Review.REQUIRED;
      default -> PullRequest.Review.UNKNOWN;
    };
  }

  private static Optional<PullRequest.AutoMerge> autoMerge(JsonNode node) {
    if (!node.isObject()) {
      return Optional.empty();
    }
    MergeMethod method = oneOf(MergeMethod.values(), node, "mergeMethod").orElse(MergeMethod.MERGE);
    return Optional.of(
        new PullRequest.AutoMerge(method, node.path("enabledBy").path("login").asText("")));
  }

  private static Optional<PullRequest.QueueEntry> queue(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new PullRequest.QueueEntry(
                node.path("state").asText("").toLowerCase(Locale.ROOT),
                Math.max(0, node.path("position").asInt(0))))
        : Optional.empty();
  }

  private static PullRequest.Merge merge(JsonNode node) {
    return new PullRequest.Merge(
        node.path("mergedBy").path("login").asText(""),
        node.path("mergeCommit").path("oid").asText(""),
        instant(node.path("mergedAt")));
  }

  static Optional<Instant> instant(JsonNode node) {
    try {
      return node.isTextual() ? Optional.of(Instant.parse(node.asText())) : Optional.empty();
    } catch (DateTimeException notATime) {
      return Optional.empty();
    }
  }

  static String text(JsonNode node, String field) throws Malformed {
    JsonNode value = node.path(field);
    if (!value.isTextual() || value.asText().isEmpty()) {
      throw new Malformed("it tells no " + field);
    }
    return value.asText();
  }

  static boolean flag(JsonNode node, String field) throws Malformed {
    JsonNode value = node.path(field);
    if (!value.isBoolean()) {
      throw new Malformed("it tells no " + field);
    }
    return value.asBoolean();
  }

  private static <E extends Enum<E>> Optional<E> oneOf(E[] values, JsonNode node, String field) {
    String word = node.path(field).asText("");
    for (E value : values) {
      if (value.name().equals(word)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }
}
