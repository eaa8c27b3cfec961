package dev.prlease.json;

import dev.prlease.spi.AuditEvent;

/** What a line of an audit file says. */
public sealed interface DecodedEvent {
  /** An event. */
  record Decoded(AuditEvent event) implements DecodedEvent {}

  /**
   * No event.
   *
   * @param reason one clause for people
   */
  record Undecodable(String reason) implements DecodedEvent {}
}
