package dev.prlease.mcp.tool;

/** What a handler has of the call that it handles. */
interface ToolCall {
  /** Tells the client, if it asked for that, how things stand. */
  void progress(String message);

  /** Whether nobody waits for the answer any more. */
  boolean isCancelled();
}
