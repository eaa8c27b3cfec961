package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.program.InTime;
import dev.prlease.gate.program.Programs;
import dev.prlease.gate.program.Ran;
import dev.prlease.spi.Gate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deletes branches that are where they should be.
 *
 * <p>GitHub compares and deletes in one step ({@code updateRefs} with {@code beforeOid}), so that a
 * push in between is refused or refuses. Servers that are too old for that are asked where the
 * branch is, and then told to delete it by its name: a push that arrives in between, in the time of
 * one request, goes with it. Its commits stay with whoever pushed them, and for some time on the
 * server.
 */
final class Branches {
  private static final Duration ACTING = Duration.ofMinutes(2);

  private final Programs programs;
  private final GhErrors errors;
  private final GhApi api;

  Branches(Programs programs, GhErrors errors, GhApi api) {
    this.programs = programs;
    this.errors = errors;
    this.api = api;
  }

  /**
   * Where a branch is.
   *
   * @param repository the server's own id of its repository
   * @param commit empty: there is no such branch
   */
  private record Seen(String repository, Optional<String> commit) {}

  /** See {@link dev.prlease.spi.Forge#deleteBranch}. */
  void delete(Gate gate, RepositoryId repository, String branch, String head) {
    String doing = "deleting branch " + branch + " of " + repository;
    Optional<LeaseKey> key = Optional.of(gate.key());
    InTime.check(gate);
    Seen seen = look(repository, branch, key, doing);
    if (isDone(seen, head, key, doing)) {
      return;
    }
    try {
      if (!compareAndDelete(gate, repository, branch, head, seen, doing)) {
        deleteByName(gate, repository, branch, doing);
      }
    } catch (ForgeException no) {
      // Whatever was said, where it is decides.
      if (!isDone(lookAgain(repository, branch, key, doing, no), head, key, doing)) {
        throw no;
      }
    }
  }

  private Seen lookAgain(
      RepositoryId repository,
      String branch,
      Optional<LeaseKey> key,
      String doing,
      ForgeException no) {
    try {
      return look(repository, branch, key, doing);
    } catch (ForgeException unseen) {
      throw no;
    }
  }

  /** Whether it is gone; what is elsewhere stays. */
  private boolean isDone(Seen seen, String head, Optional<LeaseKey> key, String doing) {
    if (seen.commit().isPresent() && !seen.commit().get().equals(head)) {
      throw errors.movedAfterMerge(key, doing, head, seen.commit().get());
    }
    return seen.commit().isEmpty();
  }

  private Seen look(RepositoryId repository, String branch, Optional<LeaseKey> key, String doing) {
    ObjectNode variables = api.variables();
    variables.put("owner", repository.owner());
    variables.put("name", repository.name());
    variables.put("ref", "refs/heads/" + branch);
    GhApi.Told told = api.query(repository.host(), Queries.headOfBranch(), variables, key, doing);
    if (!(told instanceof GhApi.Told.Data data)) {
      throw errors.unintelligible(key, doing, "the server is too old to tell where it is");
    }
    try {
      JsonNode found = data.data().path("repository");
      JsonNode ref = found.path("ref");
      return new Seen(
          Decoding.text(found, "id"),
          ref.isNull() ? Optional.empty() : Optional.of(Decoding.sha(ref.path("target"), "oid")));
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(key, doing, String.valueOf(why.getMessage()));
    }
  }

  /** Whether the server can. */
  private boolean compareAndDelete(
      Gate gate, RepositoryId repository, String branch, String head, Seen seen, String doing) {
    String mutation = Queries.deleteRef(seen.repository(), "refs/heads/" + branch, head);
    GhApi.Told told = api.mutate(gate, repository.host(), mutation, ACTING, doing);
    return told instanceof GhApi.Told.Data;
  }

  private void deleteByName(Gate gate, RepositoryId repository, String branch, String doing) {
    Optional<LeaseKey> key = Optional.of(gate.key());
    String path = "repos/" + repository.path() + "/git/refs/heads/" + escaped(branch);
    Ran ran =
        programs.act(
            gate,
            List.of(
                "gh", "api", "-X", "DELETE", "--hostname", repository.host(), "--include", path),
            ACTING);
    Optional<ForgeException> cut = errors.cutShort(ran, key, doing);
    if (cut.isPresent()) {
      throw cut.get();
    }
    Optional<Answer> answer = Answer.parse(ran.out());
    if (answer.isEmpty()) {
      throw errors.said(ran, key, doing, Kind.UNINTELLIGIBLE);
    }
    if (answer.get().status() != 204) {
      throw errors.answered(answer.get(), api.tree(answer.get().body()), key, doing);
    }
  }

  /** For a URL's path: all but letters, digits and the slashes between. */
  private static String escaped(String branch) {
    List<String> segments = new ArrayList<>();
    for (String segment : branch.split("/", -1)) {
      segments.add(URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return String.join("/", segments);
  }
}
