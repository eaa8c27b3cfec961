package dev.prlease.mcp.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Makes a sentence of an event that a command tells of. */
final class Progress {
  private Progress() {}

  static Optional<String> of(JsonNode event) {
    return switch (event.path("event").asText()) {
      case "looked" -> Optional.of(looked(event));
      case "head-moved" ->
          Optional.of("its head moved to " + event.path("to").asText() + ": starting over");
      case "certified" -> Optional.of("all checks of " + event.path("head").asText() + " passed");
      case "trying" -> Optional.of("merging " + event.path("head").asText());
      case "tried" -> Optional.of("tried: " + event.path("outcome").asText());
      case "retrying" ->
          Optional.of(
              event.path("reason").asText()
                  + "; trying again in "
                  + event.path("in_secs").asText()
                  + " s");
      case "warned" -> Optional.of(event.path("message").asText());
      default -> Optional.empty();
    };
  }

  private static String looked(JsonNode event) {
    JsonNode checks = event.path("checks");
    return event.path("standing").asText()
        + ": "
        + checks.path("passed").asText()
        + " checks passed, "
        + checks.path("pending").asText()
        + " pending, "
        + checks.path("failed").asText()
        + " failed; looking again in "
        + event.path("next_in_secs").asText()
        + " s";
  }
}
