package dev.prlease.mcp.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One argument of a tool.
 *
 * @param name as in the call
 * @param type what its value is
 * @param need whether a call without it is refused
 * @param description what it means, for a model
 */
record Parameter(String name, Type type, Need need, String description) {
  /** Whether it must be there. */
  enum Need {
    /** A call without it is refused. */
    REQUIRED,
    /** Without it something usual holds, which the description says. */
    OPTIONAL
  }

  /** What a value is. */
  sealed interface Type {
    /** Text of bounded length. */
    record Text(int longest) implements Type {}

    /** Several of them. */
    record Texts(int most, int longest) implements Type {}

    /** A whole number. */
    record Whole(long least, long most) implements Type {}

    /** One of some words. */
    record Choice(List<String> words) implements Type {}

    /** Yes or no. Never whether the caller owns something, or may do it: that is looked up. */
    record Flag() implements Type {}
  }

  static Parameter required(String name, Type type, String description) {
    return new Parameter(name, type, Need.REQUIRED, description);
  }

  static Parameter optional(String name, Type type, String description) {
    return new Parameter(name, type, Need.OPTIONAL, description);
  }

  /** Its JSON schema. */
  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    if (type instanceof Type.Text text) {
      schema.put("type", "string");
      schema.put("minLength", 1);
      schema.put("maxLength", text.longest());
    } else if (type instanceof Type.Texts texts) {
      schema.put("type", "array");
      schema.put("maxItems", texts.most());
      schema.put("items", Map.of("type", "string", "minLength", 1, "maxLength", texts.longest()));
    } else if (type instanceof Type.Whole whole) {
      schema.put("type", "integer");
      schema.put("minimum", whole.least());
      schema.put("maximum", whole.most());
    } else if (type instanceof Type.Choice choice) {
      schema.put("type", "string");
      schema.put("enum", choice.words());
    } else {
      schema.put("type", "boolean");
    }
    schema.put("description", description);
    return schema;
  }
}
