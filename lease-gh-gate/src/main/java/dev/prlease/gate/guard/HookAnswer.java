package dev.prlease.gate.guard;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** How agents are told that a command must not run. To say nothing is to have no opinion. */
public final class HookAnswer {
  private HookAnswer() {}

  /** The JSON that denies, for the agent {@code kind}; git wants none. */
  public static String deny(HookKind kind, String reason) {
    String text = "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(reason)) + "\"";
    return switch (kind) {
      case CLAUDE, CODEX ->
          "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
              + "\"permissionDecision\":\"deny\",\"permissionDecisionReason\":"
              + text
              + "}}";
      case GEMINI -> "{\"decision\":\"deny\",\"reason\":" + text + "}";
      case CURSOR ->
          "{\"permission\":\"deny\",\"user_message\":" + text + ",\"agent_message\":" + text + "}";
      case PRE_PUSH -> throw new IllegalArgumentException("git reads no JSON");
    };
  }
}
