package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Sighting.Act;
import dev.prlease.gate.guard.Sighting.Move;
import dev.prlease.gate.guard.Sighting.PullRequestAct;
import dev.prlease.gate.guard.Sighting.Unclear;
import dev.prlease.gate.guard.shell.Marks;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A request to the forge's own interface.
 *
 * @param host the host that it names; may be empty
 * @param endpoint the path, or all of the URL
 * @param fields {@code name=value} each
 * @param hasInput whether its body comes from elsewhere
 * @param body what it reads, where the script says so
 */
record ApiRequest(
    Where where,
    String host,
    String method,
    String endpoint,
    List<String> fields,
    boolean hasInput,
    Optional<String> body) {

  List<Sighting> sightings() {
    String path = path(endpoint);
    if (path.equals("graphql") || path.endsWith("/graphql")) {
      String text = String.join(" ", fields) + " " + body.orElse("");
      return Suspicion.isCall(text) ? List.of(unclear("a GraphQL mutation")) : List.of();
    }
    String verb = method.toUpperCase(Locale.ROOT);
    if (verb.equals("GET") || verb.equals("HEAD")) {
      return List.of();
    }
    int query = path.indexOf('?');
    String[] segments = (query < 0 ? path : path.substring(0, query)).split("/", -1);
    int at = 0;
    while (at < segments.length && !segments[at].equals("repos")) {
      at++;
    }
    if (at + 3 >= segments.length) {
      boolean hidden = !Marks.isKnown(path) && Suspicion.of(path.replace(Marks.HOLE, ' '));
      return hidden ? List.of(unclear("a request to the forge")) : List.of();
    }
    String named = segments[at + 1] + "/" + segments[at + 2];
    Optional<String> repository =
        named.equals("{owner}/{repo}") || named.equals(":owner/:repo")
            ? Optional.empty()
            : Optional.of(filled(host.isEmpty() ? named : host + "/" + named));
    return inRepository(verb, repository, segments, at + 3);
  }

  private List<Sighting> inRepository(
      String verb, Optional<String> repository, String[] path, int at) {
    String next = at + 1 < path.length ? path[at + 1] : "";
    String third = at + 2 < path.length ? path[at + 2] : "";
    switch (path[at]) {
      case "issues" -> {
        // To the forge a pull request is an issue, too.
        return next.isEmpty() || !third.isEmpty() ? List.of() : pull(verb, repository, next, "");
      }
      case "pulls" -> {
        return pull(verb, repository, next, third);
      }
      case "git" -> {
        boolean moves = verb.equals("PATCH") || verb.equals("DELETE");
        if (!next.equals("refs") || !moves) {
          return List.of();
        }
        String ref = String.join("/", List.of(path).subList(at + 2, path.length));
        return List.of(new Move(where, repository, "refs/" + branch(ref)));
      }
      case "contents" -> {
        return List.of(
            field("branch")
                .map(branch -> head(repository, branch))
                .orElseGet(() -> unclear(repository, "a change of a file on the forge")));
      }
      case "merges", "merge-upstream" -> {
        return List.of(
            field(path[at].equals("merges") ? "base" : "branch")
                .map(branch -> head(repository, branch))
                .orElseGet(() -> unclear(repository, "a merge of branches on the forge")));
      }
      default -> {
        boolean hidden = path[at].indexOf(Marks.HOLE) >= 0;
        return hidden ? List.of(unclear(repository, "a request to the forge")) : List.of();
      }
    }
  }

  private List<Sighting> pull(
      String verb, Optional<String> repository, String number, String what) {
    Optional<String> selector = Optional.of(number);
    if (what.equals("merge")) {
      return List.of(new PullRequestAct(where, Act.MERGE, repository, selector));
    }
    if (what.equals("update-branch")) {
      return List.of(new PullRequestAct(where, Act.UPDATE_BRANCH, repository, selector));
    }
    if (what.indexOf(Marks.HOLE) >= 0) {
      return List.of(unclear(repository, "a request about a pull request"));
    }
    boolean changes = what.isEmpty() && !number.isEmpty() && !verb.equals("DELETE");
    boolean closes = field("state").filter(state -> !state.equals("open")).isPresent();
    return changes && (closes || hasInput)
        ? List.of(new PullRequestAct(where, Act.CLOSE, repository, selector))
        : List.of();
  }

  private Optional<String> field(String name) {
    for (String field : fields) {
      if (field.startsWith(name + "=")) {
        return Optional.of(field.substring(name.length() + 1));
      }
    }
    return Optional.empty();
  }

  private Sighting head(Optional<String> repository, String branch) {
    return new Move(where, repository, "refs/heads/" + branch);
  }

  /** Only gh will know what it puts in the place of the name of a repository. */
  private static String filled(String repository) {
    String hole = String.valueOf(Marks.HOLE);
    return repository
        .replace("{owner}", hole)
        .replace("{repo}", hole)
        .replace(":owner", hole)
        .replace(":repo", hole);
  }

  /** As the forge reads what stands in a path; gh puts the branch that is checked out there. */
  private static String branch(String ref) {
    String mark = String.valueOf(Marks.BRANCH);
    return ref.replace("%2F", "/")
        .replace("%2f", "/")
        .replace("{branch}", mark)
        .replace(":branch", mark);
  }

  private Sighting unclear(String what) {
    return unclear(Optional.empty(), what);
  }

  private Sighting unclear(Optional<String> repository, String what) {
    return new Unclear(where, what, repository);
  }

  private static String path(String endpoint) {
    String path = endpoint;
    int scheme = path.indexOf("://");
    if (scheme >= 0) {
      int slash = path.indexOf('/', scheme + 3);
      path = slash < 0 ? "" : path.substring(slash);
    }
    return path.startsWith("/") ? path.substring(1) : path;
  }
}
