package dev.prlease.gate.gh;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.program.Programs;
import dev.prlease.gate.program.Ran;
import dev.prlease.spi.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asks the server through {@code gh api}. */
final class GhApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Servers that are older than merge queues tell of them only if they are asked so. */
  private static final List<String> HEADERS =
      List.of(
          "GraphQL-Features: merge_queue",
          "Accept: application/vnd.github.merge-info-preview+json, application/json");

  private final ObjectMapper json =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private final Programs programs;
  private final GhErrors errors;

  GhApi(Programs programs, GhErrors errors) {
    this.programs = programs;
    this.errors = errors;
  }

  /** An empty set of variables. */
  ObjectNode variables() {
    return json.createObjectNode();
  }

  /** What the server answered to a query, or which fields it does not have. */
  sealed interface Told {
    /** Its data. */
    record Data(JsonNode data) implements Told {}

    /** Those that it does not have. */
    record Lacks(Set<String> fields) implements Told {}
  }

  Told query(
      String host, String query, ObjectNode variables, Optional<LeaseKey> key, String doing) {
    List<String> words =
        new ArrayList<>(List.of("gh", "api", "graphql", "--hostname", host, "--include"));
    for (String header : HEADERS) {
      words.addAll(List.of("-H", header));
    }
    words.addAll(List.of("--input", "-"));
    ObjectNode request = json.createObjectNode();
    request.put("query", query);
    request.set("variables", variables);
    return understand(programs.read(words, request.toString(), TIMEOUT), key, doing);
  }

  /** The same for what changes something, under the lease of {@code gate}. */
  Told mutate(Gate gate, String host, String mutation, Duration timeout, String doing) {
    List<String> words =
        List.of("gh", "api", "graphql", "--hostname", host, "--include", "-f", "query=" + mutation);
    return understand(programs.act(gate, words, timeout), Optional.of(gate.key()), doing);
  }

  private Told understand(Ran ran, Optional<LeaseKey> key, String doing) {
    Optional<ForgeException> cut = errors.cutShort(ran, key, doing);
    if (cut.isPresent()) {
      throw cut.get();
    }
    Optional<Answer> answered = Answer.parse(ran.out());
    if (answered.isEmpty()) {
      throw errors.said(ran, key, doing, ForgeException.Kind.UNINTELLIGIBLE);
    }
    Answer answer = answered.get();
    JsonNode body = tree(answer.body());
    if (answer.status() != 200) {
      throw errors.answered(answer, body, key, doing);
    }
    JsonNode told = body.path("errors");
    if (told.isArray() && !told.isEmpty()) {
      Set<String> undefined = undefined(told);
      if (!undefined.isEmpty()) {
        return new Told.Lacks(undefined);
      }
      throw errors.refused(answer, told, key, doing);
    }
    if (!body.path("data").isObject()) {
      throw errors.unintelligible(key, doing, "what was answered is no JSON, or is cut off");
    }
    return new Told.Data(body.path("data"));
  }

  /** The fields that the server does not have, if all of its errors are about such. */
  private static Set<String> undefined(JsonNode errors) {
    Set<String> fields = new HashSet<>();
    for (JsonNode error : errors) {
      JsonNode extensions = error.path("extensions");
      if (!extensions.path("code").asText("").equals("undefinedField")) {
        return Set.of();
      }
      fields.add(extensions.path("fieldName").asText(""));
    }
    return fields;
  }

  /** What a body says; nothing if it is no JSON. */
  JsonNode tree(String body) {
    try {
      JsonNode tree = json.readTree(body);
      return tree == null ? MissingNode.getInstance() : tree;
    } catch (JacksonException noJson) {
      return MissingNode.getInstance();
    }
  }
}
