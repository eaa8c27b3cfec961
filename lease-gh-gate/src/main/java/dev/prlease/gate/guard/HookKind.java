package dev.prlease.gate.guard;

import java.util.Locale;
import java.util.Optional;

/** Whose hook calls the guard. */
public enum HookKind {
  /** Claude Code, before it uses its shell. */
  CLAUDE,
  /** Codex, before it uses its shell. */
  CODEX,
  /** Gemini CLI, before it uses its shell. */
  GEMINI,
  /** Cursor, before it uses its shell. */
  CURSOR,
  /** Git, before it pushes. */
  PRE_PUSH;

  /** The word for it: {@code claude}, {@code pre-push}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind that {@code word} stands for. */
  public static Optional<HookKind> of(String word) {
    for (HookKind kind : values()) {
      if (kind.word().equals(word)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
