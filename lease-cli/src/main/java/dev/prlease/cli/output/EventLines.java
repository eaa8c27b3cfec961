package dev.prlease.cli.output;

import dev.prlease.json.EventJson;
import dev.prlease.spi.AuditEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Prints audit events one by one, so that a long story needs no memory. */
public interface EventLines {
  /** Prints one event. */
  void print(AuditEvent event);

  /** There are no more. */
  void end();

  /** For people: a line an event. */
  static EventLines text(Console console) {
    return new Text(console);
  }

  /** For programs: an array with an object, as it is in the file, on each line. */
  static EventLines json(Console console) {
    return new Json(console);
  }

  /** See {@link #json}. */
  final class Json implements EventLines {
    private final Console console;
    private String pending = "";

    private Json(Console console) {
      this.console = console;
    }

    @Override
    public void print(AuditEvent event) {
      if (pending.isEmpty()) {
        console.raw("[");
      } else {
        console.json(pending + ",");
      }
      pending = new String(EventJson.encodeLine(event), StandardCharsets.UTF_8).stripTrailing();
    }

    @Override
    public void end() {
      if (pending.isEmpty()) {
        console.raw("[]");
      } else {
        console.json(pending);
        console.raw("]");
      }
    }
  }

  /** See {@link #text}. */
  final class Text implements EventLines {
    private final Console console;

    private Text(Console console) {
      this.console = console;
    }

    @Override
    public void print(AuditEvent event) {
      StringBuilder line = new StringBuilder();
      line.append(event.at()).append("  ").append(event.type().text());
      line.append("  ").append(event.key()).append("  session ").append(event.session());
      for (Map.Entry<String, String> detail : event.details().entrySet()) {
        line.append("  ").append(detail.getKey()).append('=').append(detail.getValue());
      }
      console.out(line.toString());
    }

    @Override
    public void end() {
      // Nothing is pending.
    }
  }
}
