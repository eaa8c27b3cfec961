package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.gate.program.Ran;
import dev.prlease.gate.program.Secrets;
import dev.prlease.spi.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * What stands in the way, by how gh ended and what it and the server said. No message holds a
 * secret or more than one line.
 */
final class GhErrors {
  private final Clock clock;
  private final Secrets secrets;

  GhErrors(Clock clock, Secrets secrets) {
    this.clock = clock;
    this.secrets = secrets;
  }

  /** gh did not run to its end. */
  Optional<ForgeException> cutShort(Ran ran, Optional<LeaseKey> key, String doing) {
    return switch (ran.end()) {
      case EXITED -> Optional.empty();
      case TIMED_OUT ->
          Optional.of(error(Kind.UNREACHABLE, key, doing, "gh took too long and was ended"));
      case LEASE_OVER ->
          Optional.of(error(Kind.UNREACHABLE, key, doing, "the lease was over: gh was ended"));
      case INTERRUPTED -> Optional.of(error(Kind.UNREACHABLE, key, doing, "interrupted"));
    };
  }

  /** The server answered, and not as it should. */
  ForgeException answered(Answer answer, JsonNode body, Optional<LeaseKey> key, String doing) {
    String said = message(body).orElse("HTTP " + answer.status());
    if (RateLimit.isTold(answer, message(body).orElse(""))) {
      return limited(key, doing, said, Optional.of(RateLimit.end(answer, clock.now())));
    }
    Kind kind =
        switch (answer.status()) {
          case 401 -> Kind.NOT_AUTHENTICATED;
          case 404, 410 -> Kind.NOT_FOUND;
          default -> {
            if (answer.status() == 408 || answer.status() >= 500) {
              yield Kind.UNREACHABLE;
            }
            yield answer.status() >= 400 ? Kind.REFUSED : Kind.UNINTELLIGIBLE;
          }
        };
    return error(kind, key, doing, said);
  }

  /** The server answered with GraphQL errors. */
  ForgeException refused(Answer answer, JsonNode errors, Optional<LeaseKey> key, String doing) {
    JsonNode first = errors.path(0);
    String said = first.path("message").asText("an error without a message");
    String type = first.path("type").asText("");
    if (type.equals("RATE_LIMITED") || RateLimit.isTold(said)) {
      return limited(key, doing, said, Optional.of(RateLimit.end(answer, clock.now())));
    }
    Kind kind =
        switch (type) {
          case "NOT_FOUND" -> Kind.NOT_FOUND;
          case "SERVICE_UNAVAILABLE", "INTERNAL", "STALE_DATA" -> Kind.UNREACHABLE;
          default -> Spoken.isTransient(said) ? Kind.UNREACHABLE : Kind.REFUSED;
        };
    return error(kind, key, doing, said);
  }

  /** What came is not what was asked for. */
  ForgeException unintelligible(Optional<LeaseKey> key, String doing, String why) {
    return error(Kind.UNINTELLIGIBLE, key, doing, why);
  }

  /** What is told is of two moments: the head moved meanwhile. */
  ForgeException between(Optional<LeaseKey> key, String doing) {
    return error(Kind.UNREACHABLE, key, doing, "its head moved meanwhile");
  }

  /** A branch was pushed to after its pull request was merged. */
  ForgeException movedAfterMerge(
      Optional<LeaseKey> key, String doing, String merged, String found) {
    return new ForgeException(
        Kind.HEAD_MOVED,
        key,
        told(doing, "it is at " + found + ", and what was merged is " + merged),
        "Look at what was pushed after the merge: it is in no pull request; then delete the branch"
            + " yourself.",
        Optional.empty(),
        null);
  }

  /** gh says no, and there is no more than its words. {@code otherwise}: if they tell nothing. */
  ForgeException said(Ran ran, Optional<LeaseKey> key, String doing, Kind otherwise) {
    String text = ran.err();
    String line = Words.firstLine(text);
    String said = line.isEmpty() ? "gh exited with " + ran.exitCode() : line;
    Kind kind = Spoken.kind(ran.exitCode(), text).orElse(otherwise);
    return kind == Kind.RATE_LIMITED
        ? limited(key, doing, said, Optional.empty())
        : error(kind, key, doing, said);
  }

  private static Optional<String> message(JsonNode body) {
    JsonNode message = body.path("message");
    return message.isTextual() ? Optional.of(message.asText()) : Optional.empty();
  }

  private ForgeException limited(
      Optional<LeaseKey> key, String doing, String said, Optional<Instant> retryAt) {
    return new ForgeException(
        Kind.RATE_LIMITED, key, told(doing, said), nextStep(Kind.RATE_LIMITED, key), retryAt, null);
  }

  private ForgeException error(Kind kind, Optional<LeaseKey> key, String doing, String said) {
    return new ForgeException(
        kind, key, told(doing, said), nextStep(kind, key), Optional.empty(), null);
  }

  private String told(String doing, String said) {
    return doing + ": " + Words.shown(secrets.redact(said));
  }

  private static String nextStep(Kind kind, Optional<LeaseKey> key) {
    String host = key.map(LeaseKey::host).orElse(LeaseKey.DEFAULT_HOST);
    return switch (kind) {
      case NOT_AUTHENTICATED ->
          "Log in with: gh auth login --hostname "
              + host
              + "; or set GH_TOKEN (GH_ENTERPRISE_TOKEN for a host of your own).";
      case UNREACHABLE -> "Try again; if it stays, look at the network and at the forge's status.";
      case RATE_LIMITED -> "Wait until the limit ends; gh api rate_limit tells when.";
      case NOT_FOUND ->
          "Check repository and number, and that this login may see them: gh auth status.";
      case HEAD_MOVED -> "Look at what was pushed, then start again.";
      case REFUSED ->
          "See the pull request's page for what it lacks, and gh auth status for what this login"
              + " may do.";
      case UNINTELLIGIBLE ->
          "Try again; if it stays, run the command with a newer gh (2.23 is the oldest that works).";
      case MISSING_PROGRAM -> "Install the GitHub CLI: https://cli.github.com.";
    };
  }
}
