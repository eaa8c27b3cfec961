package dev.prlease.mcp.tool;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One tool.
 *
 * @param name what a model calls it by
 * @param title what a person reads
 * @param description when to call it, what a refusal means, and what to do next
 * @param effect what a call does to the world
 * @param parameters what a call says
 * @param answer the fields of its answer, beside those that every answer has
 * @param handler does it
 */
record ToolSpec(
    String name,
    String title,
    String description,
    Effect effect,
    List<Parameter> parameters,
    Fields answer,
    Handler handler) {
  /** Does what a call asks for. */
  @FunctionalInterface
  interface Handler {
    /** Acts on the thread that calls it. */
    Result call(Arguments arguments, ToolCall call);
  }

  /** As clients see it. */
  Tool tool() {
    return Tool.builder(name, input())
        .title(title)
        .description(description)
        .outputSchema(answer.schema())
        .annotations(effect.annotations(title))
        .build();
  }

  private Map<String, Object> input() {
    Map<String, Object> properties = new LinkedHashMap<>();
    parameters.forEach(parameter -> properties.put(parameter.name(), parameter.schema()));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put(
        "required",
        parameters.stream()
            .filter(parameter -> parameter.need() == Parameter.Need.REQUIRED)
            .map(Parameter::name)
            .toList());
    schema.put("additionalProperties", false);
    return schema;
  }
}
