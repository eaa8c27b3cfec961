/**
 * Leases and gated actions as tools of the Model Context Protocol, for agents. The {@code prlease
 * mcp} command is made of it; a host that has commands of its own starts at {@link
 * dev.prlease.mcp.LeaseServer}.
 */
module dev.prlease.mcp {
  requires static transitive org.jspecify;
  requires transitive dev.prlease.api;
  requires transitive dev.prlease.core;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires io.modelcontextprotocol.sdk.mcp.core;
  requires io.modelcontextprotocol.sdk.mcp.json.jackson2;
  requires org.reactivestreams;
  requires org.slf4j;
  requires reactor.core;

  exports dev.prlease.mcp;
}
