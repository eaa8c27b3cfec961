package dev.prlease.cli.output;

import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import dev.prlease.spi.AuditEvent;
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

  /**
   * For programs: an array with an object on each line, its fields as the other commands write
   * them: the key as text, numbers as numbers.
   */
  static EventLines json(Console console) {
    return new Json(console);
  }

  /** For programs that read on and on: the same objects, one a line, and no array around them. */
  static EventLines jsonLines(Console console) {
    return new JsonLines(console);
  }

  /** See {@link #jsonLines}. */
  final class JsonLines implements EventLines {
    private final Console console;

    private JsonLines(Console console) {
      this.console = console;
    }

    @Override
    public void print(AuditEvent event) {
      console.json(JsonText.objectLine(to -> Json.write(to, event)));
    }

    @Override
    public void end() {
      // Nothing is pending.
    }
  }

  /** See {@link #json}. */
  final class Json implements EventLines {
    private static final int MOST_DIGITS = 18;

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
      pending = JsonText.objectLine(to -> write(to, event));
    }

    private static void write(ObjectFields to, AuditEvent event) {
      to.put("at", event.at()).put("event", event.type().text());
      to.put("key", event.key().toString()).put("session", event.session().value());
      if (event.fence().isPresent()) {
        to.put("fence", event.fence().value());
      }
      if (event.grantId().isPresent()) {
        to.put("grant_id", event.grantId().get().value());
      }
      if (!event.details().isEmpty()) {
        to.object(
            "details",
            details -> event.details().forEach((name, text) -> put(details, name, text)));
      }
    }

    private static void put(ObjectFields to, String name, String text) {
      boolean counts = name.endsWith("_secs") || name.endsWith("fence");
      if (counts && text.length() <= MOST_DIGITS && isNumber(text)) {
        to.put(name, Long.parseLong(text));
      } else {
        to.put(name, text);
      }
    }

    private static boolean isNumber(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) < '0' || text.charAt(i) > '9') {
          return false;
        }
      }
      return !text.isEmpty();
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
