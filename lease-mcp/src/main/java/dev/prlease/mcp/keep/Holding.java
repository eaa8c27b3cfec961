package dev.prlease.mcp.keep;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;

/**
 * What a session holds, or acts on.
 *
 * @param key the pull request or issue
 * @param session who holds it
 */
public record Holding(LeaseKey key, SessionId session) {}
