package dev.prlease.mcp.stdio;

/** A tool call that is at work. */
public interface Request {
  /** Under which name a handler finds it in the context of its call. */
  String CONTEXT = "dev.prlease.mcp.request";

  /** Whether nobody waits for its answer any more. */
  boolean isCancelled();
}
