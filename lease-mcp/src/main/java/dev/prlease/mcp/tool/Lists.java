package dev.prlease.mcp.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cuts long lists: what a model is told should fit in what it can keep in mind. */
final class Lists {
  private Lists() {}

  /** The first {@code most} entries of {@code field}, and how many were left out. */
  static Result first(Result result, String field, long most) {
    return cut(result, field, most, false);
  }

  /** The last {@code most} entries. */
  static Result last(Result result, String field, long most) {
    return cut(result, field, most, true);
  }

  private static Result cut(Result result, String field, long most, boolean fromTheEnd) {
    if (!(result.fields().get(field) instanceof List<?> list) || list.size() <= most) {
      return result;
    }
    int size = list.size();
    Map<String, Object> fields = new LinkedHashMap<>(result.fields());
    fields.put(
        field, fromTheEnd ? list.subList(size - (int) most, size) : list.subList(0, (int) most));
    fields.put("left_out", size - most);
    return new Result(fields);
  }
}
