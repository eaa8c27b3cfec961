package dev.prlease.testkit;

import dev.prlease.spi.AuditEvent;
import java.util.Map;

/** An event as one line of text that nothing else has. */
final class EventText {
  private EventText() {}

  static String of(AuditEvent event) {
    AuditEvent bare =
        new AuditEvent(
            event.type(),
            event.at(),
            event.key(),
            event.session(),
            event.fence(),
            event.grantId(),
            Map.of());
    StringBuilder text = new StringBuilder(escaped(bare.toString()));
    event.details().forEach((name, value) -> text.append(quoted(name)).append(quoted(value)));
    return text.toString();
  }

  static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String quoted(String text) {
    return '"' + escaped(text).replace("\"", "\\\"") + '"';
  }
}
