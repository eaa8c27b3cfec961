package dev.prlease.mcp.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of an answer, as a JSON schema: those of every answer, and more. */
final class Fields {
  private static final String TIME = "RFC 3339, UTC";

  private final Map<String, Object> properties = new LinkedHashMap<>();

  private Fields() {}

  /** Those that every answer has, and those that a refusal has. */
  static Fields ofAnswer() {
    Fields fields = new Fields();
    fields.properties.put(
        "result",
        Map.of(
            "type",
            "string",
            "enum",
            List.of("done", "refused", "unknown"),
            "description",
            "done: it is as was asked for. refused: it is not, and `error`, `message` and `next`"
                + " say why and what to do. unknown: it may be or not; look before you act."));
    return fields
        .whole("exit_code", "that of the prlease command of the same name; 0 is done")
        .text("error", "only if not done: a stable word for what stood in the way")
        .text("message", "what happened, and to what")
        .text("next", "what to do now")
        .text("next_command", "the same for a person at a shell")
        .texts("notes", "what else is worth knowing");
  }

  /** Those of a lease. */
  Fields lease() {
    return text("key", "the pull request, owner/name#number")
        .text("state", "held, free, expired or unreadable")
        .text("owner_session_id", "the session that holds it")
        .text("granted_at", "since when it holds it, " + TIME)
        .text("acquired_at", "when it was last renewed, " + TIME)
        .text("expires_at", "until when it is held if nobody renews it, " + TIME)
        .whole("ttl_secs", "how long one renewal lasts")
        .whole("fence", "number of this holding; greater than that of any before")
        .object("holder", "host, process and program of the holder, as far as it told")
        .text("store", "where leases are kept; only who looks there sees them");
  }

  Fields text(String name, String description) {
    return put(name, "string", description);
  }

  Fields whole(String name, String description) {
    return put(name, "integer", description);
  }

  Fields flag(String name, String description) {
    return put(name, "boolean", description);
  }

  Fields object(String name, String description) {
    return put(name, "object", description);
  }

  Fields texts(String name, String description) {
    properties.put(
        name,
        Map.of("type", "array", "items", Map.of("type", "string"), "description", description));
    return this;
  }

  Fields objects(String name, String description) {
    properties.put(
        name,
        Map.of("type", "array", "items", Map.of("type", "object"), "description", description));
    return this;
  }

  private Fields put(String name, String type, String description) {
    properties.put(name, Map.of("type", type, "description", description));
    return this;
  }

  /** All of them. Commands may answer more, and nothing but the two first is always there. */
  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", List.of("result", "exit_code"));
    return schema;
  }
}
