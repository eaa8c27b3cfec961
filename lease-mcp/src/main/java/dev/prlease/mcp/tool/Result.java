package dev.prlease.mcp.tool;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a call of a tool comes to.
 *
 * @param fields of its answer
 */
record Result(Map<String, Object> fields) {
  private static final int USAGE = 64;

  /** A refusal of ours, in the form that those of commands have. */
  static Result refused(String error, int exitCode, String message, String next) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("result", "refused");
    fields.put("exit_code", exitCode);
    fields.put("error", error);
    fields.put("message", message);
    fields.put("next", next);
    return new Result(fields);
  }

  /** The call fits no tool. */
  static Result unfit(String message, String next) {
    return refused("usage", USAGE, message, next);
  }

  boolean isDone() {
    return "done".equals(fields.get("result"));
  }

  /** What a field says; empty if it is not there, or no text. */
  String text(String field) {
    return fields.get(field) instanceof String text ? text : "";
  }
}
