package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.program.Programs;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What else than pull requests GitHub is asked, through gh. Each call asks anew and takes bounded
 * time; all throw {@link ForgeException}. Safe for use by several threads at once.
 */
public final class GhQuestions {
  /** A thousand pull requests for one issue: nobody has them. */
  private static final int MOST_PAGES = 10;

  private final Forge forge;
  private final GhErrors errors;
  private final GhApi api;

  /** One that runs gh in {@code directory}. */
  public GhQuestions(Clock clock, Map<String, String> environment, Path directory) {
    Programs programs = new Programs(clock, GhEnvironment.of(environment), directory);
    this.forge = new GhForge(new ForgeContext(clock, environment, directory));
    this.errors = new GhErrors(clock, programs.secrets());
    this.api = new GhApi(programs, errors);
  }

  /** The same gh, for pull requests. */
  public Forge forge() {
    return forge;
  }

  /** An open pull request that says that it closes an issue. */
  public record Closing(LeaseKey key, PullRequest.Head head) {}

  /** Who is logged in at {@code host}. */
  public String login(String host) {
    String doing = "asking who is logged in at " + host;
    JsonNode data = data(host, Queries.viewer(), api.variables(), Optional.empty(), doing);
    try {
      return Decoding.text(data.path("viewer"), "login");
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(Optional.empty(), doing, String.valueOf(why.getMessage()));
    }
  }

  /**
   * The open pull requests that say that they close {@code issue}, in whatever repository they are.
   * One that this login may not see makes the answer unintelligible: it may be such a one.
   */
  public List<Closing> closing(LeaseKey issue) {
    String doing = "looking for pull requests that close " + issue;
    ObjectNode variables = api.variables();
    variables.put("owner", RepositoryId.of(issue).owner());
    variables.put("name", RepositoryId.of(issue).name());
    variables.put("number", issue.number());
    variables.putNull("after");
    List<Closing> found = new ArrayList<>();
    try {
      for (int pages = 0; pages < MOST_PAGES; pages++) {
        JsonNode data = data(issue.host(), Queries.closing(), variables, Optional.of(issue), doing);
        JsonNode references =
            data.path("repository").path("issue").path("closedByPullRequestsReferences");
        if (!references.path("nodes").isArray()) {
          throw new Decoding.Malformed("it tells of no pull requests");
        }
        for (JsonNode node : references.path("nodes")) {
          closing(issue.host(), node).ifPresent(found::add);
        }
        JsonNode info = references.path("pageInfo");
        if (!info.path("hasNextPage").isBoolean()) {
          throw new Decoding.Malformed("it does not tell whether that is all");
        }
        if (!info.path("hasNextPage").asBoolean()) {
          return List.copyOf(found);
        }
        variables.put("after", Decoding.text(info, "endCursor"));
      }
      throw new Decoding.Malformed("it has no end");
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(Optional.of(issue), doing, String.valueOf(why.getMessage()));
    }
  }

  private static Optional<Closing> closing(String host, JsonNode node) throws Decoding.Malformed {
    if (!node.isObject()) {
      throw new Decoding.Malformed("a pull request that this login may not see is among them");
    }
    if (!Decoding.text(node, "state").equals("OPEN")) {
      return Optional.empty();
    }
    JsonNode where = node.path("headRepository").path("nameWithOwner");
    PullRequest.Head head =
        new PullRequest.Head(
            Decoding.sha(node, "headRefOid"),
            Decoding.text(node, "headRefName"),
            where.isTextual()
                ? Optional.of(Decoding.repository(host, where.asText()))
                : Optional.empty());
    RepositoryId repository =
        Decoding.repository(host, Decoding.text(node.path("repository"), "nameWithOwner"));
    return Optional.of(new Closing(repository.pullRequest(node.path("number").asLong()), head));
  }

  private JsonNode data(
      String host, String query, ObjectNode variables, Optional<LeaseKey> key, String doing) {
    GhApi.Told told = api.query(host, query, variables, key, doing);
    if (told instanceof GhApi.Told.Data data) {
      return data.data();
    }
    throw errors.unintelligible(key, doing, "the server is too old: it does not tell that");
  }
}
