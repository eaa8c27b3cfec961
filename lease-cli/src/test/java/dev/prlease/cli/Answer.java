package dev.prlease.cli;

/** What a call answered. */
record Answer(int code, String out, String err) {
  /** The value of a field of a flat JSON answer, as it is written; text without its quotes. */
  String json(String field) {
    String name = "\"" + field + "\": ";
    int at = out.indexOf(name);
    if (at < 0) {
      throw new AssertionError("no field " + field + " in " + out);
    }
    int from = at + name.length();
    int end = out.indexOf('\n', from);
    String value = out.substring(from, end < 0 ? out.length() : end).replaceFirst(",$", "");
    return value.startsWith("\"") ? value.substring(1, value.length() - 1) : value;
  }
}
