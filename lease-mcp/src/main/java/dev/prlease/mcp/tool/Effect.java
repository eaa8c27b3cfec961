package dev.prlease.mcp.tool;

import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/** What a call of a tool does to the world, for clients that ask their user before some. */
public enum Effect {
  /** It looks, and changes nothing. */
  LOOKS(true, false, true, false),
  /**
   * It changes who holds a lease of its own, which ends by itself; a second call changes nothing.
   */
  CHANGES_OWN_LEASE(false, false, true, false),
  /** It changes who has a claim of its own, and asks the forge before; a second call keeps it. */
  CHANGES_OWN_CLAIM(false, false, true, true),
  /** It ends what somebody left behind; a second call finds nothing. */
  FREES_ABANDONED(false, true, true, false),
  /** It ends a pull request's life at the forge; a second call finds it done. */
  FINISHES(false, true, true, true),
  /** It replaces commits at the forge; what a second call does depends on what is there then. */
  REPLACES(false, true, false, true);

  private final boolean readOnly;
  private final boolean destructive;
  private final boolean idempotent;
  private final boolean openWorld;

  Effect(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
    this.readOnly = readOnly;
    this.destructive = destructive;
    this.idempotent = idempotent;
    this.openWorld = openWorld;
  }

  /** All hints: one that is left out is taken for its worst. */
  ToolAnnotations annotations(String title) {
    return ToolAnnotations.builder()
        .title(title)
        .readOnlyHint(readOnly)
        .destructiveHint(destructive)
        .idempotentHint(idempotent)
        .openWorldHint(openWorld)
        .build();
  }
}
