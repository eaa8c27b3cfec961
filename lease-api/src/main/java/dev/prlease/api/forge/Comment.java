package dev.prlease.api.forge;

import dev.prlease.api.LeaseKey;
import java.util.Objects;

/**
 * A comment on a pull request.
 *
 * @param key the pull request
 * @param id the forge's own name of the comment
 * @param url where people read it; may be empty
 * @param author the login that wrote it
 * @param body its text, in Markdown
 */
public record Comment(LeaseKey key, String id, String url, String author, String body) {
  /** Refuses null. */
  public Comment {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(author, "author");
    Objects.requireNonNull(body, "body");
  }
}
