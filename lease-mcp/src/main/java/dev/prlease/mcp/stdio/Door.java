package dev.prlease.mcp.stdio;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at a tool call before the SDK does, which would refuse some with protocol errors. */
@FunctionalInterface
public interface Door {
  /** Why a call with {@code params} is none, as a model can read it; empty if it is one. */
  Optional<CallToolResult> refuse(@Nullable Object params);
}
