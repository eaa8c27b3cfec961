package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Comment;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.spi.Commentable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Comments of pull requests.
 *
 * <p>Whose a comment is, the server says for the login that asks ({@code viewerDidAuthor}): logins
 * are not compared, since those of apps are spelled differently as viewer and as author.
 */
final class Comments implements Commentable {
  /** Five thousand comments. */
  private static final int MOST_PAGES = 100;

  private final GhErrors errors;
  private final GhApi api;

  Comments(GhErrors errors, GhApi api) {
    this.errors = errors;
    this.api = api;
  }

  @Override
  public List<Comment> ownComments(LeaseKey key) {
    String doing = "reading the comments of " + key;
    ObjectNode variables = pullRequest(key);
    variables.putNull("after");
    List<Comment> own = new ArrayList<>();
    try {
      for (int pages = 0; pages < MOST_PAGES; pages++) {
        JsonNode data = data(key, Queries.comments(), variables, doing);
        JsonNode comments = data.path("repository").path("pullRequest").path("comments");
        if (!comments.path("nodes").isArray()) {
          throw new Decoding.Malformed("it tells no comments");
        }
        for (JsonNode node : comments.path("nodes")) {
          if (node.isObject()) {
            own(key, data, node).ifPresent(own::add);
          }
        }
        JsonNode info = comments.path("pageInfo");
        if (!Decoding.flag(info, "hasNextPage")) {
          return List.copyOf(own);
        }
        variables.put("after", Decoding.text(info, "endCursor"));
      }
      throw new Decoding.Malformed("it has more comments than can be read");
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(Optional.of(key), doing, String.valueOf(why.getMessage()));
    }
  }

  private static Optional<Comment> own(LeaseKey key, JsonNode data, JsonNode node)
      throws Decoding.Malformed {
    if (!Decoding.flag(node, "viewerDidAuthor")) {
      return Optional.empty();
    }
    return Optional.of(
        new Comment(
            key,
            Decoding.text(node, "id"),
            node.path("url").asText(""),
            Decoding.text(data.path("viewer"), "login"),
            node.path("body").asText("")));
  }

  @Override
  public Optional<Comment> readAgain(Comment comment) {
    String doing = "reading a comment of " + comment.key();
    ObjectNode variables = api.variables();
    variables.put("id", comment.id());
    try {
      JsonNode data = data(comment.key(), Queries.comment(), variables, doing);
      JsonNode node = data.path("node");
      return node.has("id") ? own(comment.key(), data, node) : Optional.empty();
    } catch (ForgeException failed) {
      if (failed.kind() == Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw failed;
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(
          Optional.of(comment.key()), doing, String.valueOf(why.getMessage()));
    }
  }

  @Override
  public Comment write(LeaseKey key, String body) {
    String doing = "writing a comment on " + key;
    try {
      JsonNode where = data(key, Queries.pullRequestId(), pullRequest(key), doing);
      ObjectNode input = api.variables();
      input.put("subjectId", Decoding.text(where.path("repository").path("pullRequest"), "id"));
      input.put("body", body);
      JsonNode data = data(key, Queries.addComment(), input(input), doing);
      JsonNode node = data.path("addComment").path("commentEdge").path("node");
      return new Comment(
          key,
          Decoding.text(node, "id"),
          node.path("url").asText(""),
          node.path("author").path("login").asText(""),
          body);
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(Optional.of(key), doing, String.valueOf(why.getMessage()));
    }
  }

  @Override
  public Comment edit(Comment comment, String body) {
    ObjectNode input = api.variables();
    input.put("id", comment.id());
    input.put("body", body);
    JsonNode unused =
        data(
            comment.key(),
            Queries.updateComment(),
            input(input),
            "editing a comment on " + comment.key());
    return new Comment(comment.key(), comment.id(), comment.url(), comment.author(), body);
  }

  @Override
  public void delete(Comment comment) {
    ObjectNode input = api.variables();
    input.put("id", comment.id());
    try {
      JsonNode unused =
          data(
              comment.key(),
              Queries.deleteComment(),
              input(input),
              "deleting a comment on " + comment.key());
    } catch (ForgeException failed) {
      if (failed.kind() != Kind.NOT_FOUND) {
        throw failed;
      }
    }
  }

  private ObjectNode pullRequest(LeaseKey key) {
    if (key.kind() != LeaseKey.Kind.PULL_REQUEST) {
      throw new IllegalArgumentException(key + " is no pull request");
    }
    ObjectNode variables = api.variables();
    variables.put("owner", RepositoryId.of(key).owner());
    variables.put("name", RepositoryId.of(key).name());
    variables.put("number", key.number());
    return variables;
  }

  private ObjectNode input(ObjectNode input) {
    ObjectNode variables = api.variables();
    variables.set("input", input);
    return variables;
  }

  private JsonNode data(LeaseKey key, String query, ObjectNode variables, String doing) {
    GhApi.Told told = api.query(key.host(), query, variables, Optional.of(key), doing);
    if (told instanceof GhApi.Told.Data data) {
      return data.data();
    }
    throw errors.unintelligible(
        Optional.of(key), doing, "the server is too old: it does not tell whose comments are");
  }
}
