package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.LeaseKey;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads {@code {"host", "repo", "pr_number" | "issue_number"}}. */
final class KeyReader {
  /** A key, or one clause that says why there is none. */
  sealed interface Result {
    record Key(LeaseKey key) implements Result {}

    record Defect(String reason) implements Result {}
  }

  private final Field<String> host = new Field<>();
  private final Field<String> repo = new Field<>();
  private final Field<Long> pullRequest = new Field<>();
  private final Field<Long> issue = new Field<>();

  private KeyReader() {}

  /** Reads the value that the parser stands on, to its end. */
  static Result read(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return new Result.Defect("key is " + Values.describe(in) + ", not an object");
    }
    KeyReader fields = new KeyReader();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "host" -> fields.host.setOptional(Values.word(in));
        case "repo" -> fields.repo.setOptional(Values.string(in));
        case "pr_number" -> fields.pullRequest.setOptional(boxed(Values.wholeNumber(in)));
        case "issue_number" -> fields.issue.setOptional(boxed(Values.wholeNumber(in)));
        default -> in.skipChildren();
      }
    }
    return fields.result();
  }

  private Result result() {
    if (repo.unique().isEmpty()) {
      return new Result.Defect("key.repo is " + trouble(repo, "a string"));
    }
    // Version-1 programs know pull requests only and ignore an issue number beside one.
    boolean isIssue = !pullRequest.isThere() && issue.isThere();
    Field<Long> number = isIssue ? issue : pullRequest;
    if (number.unique().isEmpty()) {
      String name = isIssue ? "key.issue_number is " : "key.pr_number is ";
      return new Result.Defect(name + trouble(number, "a whole number"));
    }
    LeaseKey.Kind kind = isIssue ? LeaseKey.Kind.ISSUE : LeaseKey.Kind.PULL_REQUEST;
    try {
      return new Result.Key(
          LeaseKey.of(
              host.unique().orElse(LeaseKey.DEFAULT_HOST),
              repo.unique().get(),
              kind,
              number.unique().get()));
    } catch (IllegalArgumentException e) {
      return new Result.Defect("key is none: " + e.getMessage());
    }
  }

  private static String trouble(Field<?> field, String wanted) {
    if (field.isRepeated()) {
      return "there twice";
    }
    return field.isThere() ? "not " + wanted : "missing";
  }

  private static Optional<Long> boxed(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }
}
