package dev.prlease.cli;

import java.util.List;

/** Who reads what a call answers, as far as its words tell: they may be wrong otherwise. */
enum AnswerForm {
  /** People. */
  TEXT,
  /** Programs: with {@code --json} there is one JSON value, whatever becomes of the call. */
  JSON,
  /** A shell that evaluates what {@code acquire --export} prints. */
  SHELL;

  /** What {@code words} ask for; what stands behind {@code --} belongs to another command. */
  static AnswerForm of(List<String> words) {
    int split = words.indexOf("--");
    List<String> own = split < 0 ? words : words.subList(0, split);
    if (own.contains("--export") && own.contains("acquire")) {
      return SHELL;
    }
    return own.contains("--json") ? JSON : TEXT;
  }
}
