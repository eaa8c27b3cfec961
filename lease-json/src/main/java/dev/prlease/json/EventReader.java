package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads an audit event. */
final class EventReader {
  private final Field<Instant> at = new Field<>();
  private final Field<String> type = new Field<>();
  private final Field<KeyReader.Result> key = new Field<>();
  private final Field<String> session = new Field<>();
  private final Field<Fence> fence = new Field<>();
  private final Field<GrantId> grantId = new Field<>();
  private final Map<String, String> details = new LinkedHashMap<>();

  private EventReader() {}

  /** Reads the value that the parser stands on, to its end. */
  static DecodedEvent read(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return new DecodedEvent.Undecodable("it is no JSON object");
    }
    EventReader event = new EventReader();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      event.take(name, in);
    }
    return event.result();
  }

  private void take(String name, JsonParser in) throws IOException {
    switch (name) {
      case "at" -> at.setOptional(Values.time(in));
      case "event" -> type.setOptional(Values.string(in));
      case "key" -> key.set(KeyReader.read(in));
      case "session" -> session.setOptional(Values.string(in));
      case "fence" -> fence.setOptional(Values.fence(in));
      case "grant_id" -> grantId.setOptional(Values.word(in).map(GrantId::new));
      case "details" -> takeDetails(in);
      default -> in.skipChildren();
    }
  }

  private void takeDetails(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      Values.string(in).ifPresent(value -> details.put(name, value));
    }
  }

  private DecodedEvent result() {
    if (at.unique().isEmpty()) {
      return trouble("at", "a time", at);
    }
    if (type.unique().isEmpty()) {
      return trouble("event", "a string", type);
    }
    if (session.unique().isEmpty()) {
      return trouble("session", "a string", session);
    }
    if (key.unique().isEmpty()) {
      return trouble("key", "a key", key);
    }
    Optional<AuditEvent.Type> known = known(type.unique().get());
    if (known.isEmpty()) {
      return new DecodedEvent.Undecodable("event " + Quote.of(type.unique().get()) + " is unknown");
    }
    KeyReader.Result found = key.unique().get();
    if (found instanceof KeyReader.Result.Defect defect) {
      return new DecodedEvent.Undecodable(defect.reason());
    }
    return new DecodedEvent.Decoded(event(known.get(), ((KeyReader.Result.Key) found).key()));
  }

  private AuditEvent event(AuditEvent.Type known, LeaseKey about) {
    return new AuditEvent(
        known,
        at.unique().orElseThrow(),
        about,
        SessionId.verbatim(session.unique().orElseThrow()),
        fence.unique().orElse(Fence.NONE),
        grantId.unique(),
        details);
  }

  private static Optional<AuditEvent.Type> known(String text) {
    for (AuditEvent.Type type : AuditEvent.Type.values()) {
      if (type.text().equals(text)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  private static DecodedEvent trouble(String name, String wanted, Field<?> field) {
    if (field.isRepeated()) {
      return new DecodedEvent.Undecodable(name + " is there twice");
    }
    return new DecodedEvent.Undecodable(
        name + (field.isThere() ? " is not " + wanted : " is missing"));
  }
}
