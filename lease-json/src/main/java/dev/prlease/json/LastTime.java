package dev.prlease.json;

import java.time.Instant;
import java.util.Optional;

/** The time that was read last: a record that was not renewed yet says the same one twice. */
final class LastTime {
  private final LastText text = new LastText();
  private String parsed = "";
  private Optional<Instant> time = Optional.empty();

  /** The time that is next; none if the text is no time. */
  Optional<Instant> or(LaidOutText in) {
    String found = in.text(text);
    if (!found.equals(parsed)) {
      time = Rfc3339.parse(found);
      parsed = found;
    }
    return time;
  }
}
