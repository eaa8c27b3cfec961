package dev.prlease.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.prlease.spi.AuditEvent;
import java.io.IOException;
import java.util.Map;

/**
 * The JSON form of an audit event: one object on one line, such as
 *
 * <pre>
 * {"at":"2026-07-26T18:42:42.123Z","event":"acquired","key":{"repo":"a/b","pr_number":7},
 *  "session":"…","fence":1785091362123000,"grant_id":"…","details":{"ttl":"900s"}}
 * </pre>
 *
 * (broken here for width). The key looks as it does in a record; {@code fence}, {@code grant_id}
 * and {@code details} are left out where there is nothing to tell. Readers ignore what they do not
 * know.
 */
public final class EventJson {
  private static final Document.Reader<DecodedEvent> READER =
      new Document.Reader<>() {
        @Override
        public DecodedEvent read(JsonParser in) throws IOException {
          return EventReader.read(in);
        }

        @Override
        public DecodedEvent defect(String reason) {
          return new DecodedEvent.Undecodable(reason);
        }
      };

  private EventJson() {}

  /** The line of {@code event}, its newline included. */
  public static byte[] encodeLine(AuditEvent event) {
    return Json.bytes(
        Json.Layout.COMPACT,
        new Json.Body() {
          @Override
          public void writeTo(JsonGenerator out) throws IOException {
            write(out, event);
            out.writeRaw('\n');
          }
        });
  }

  /** What a line says, given without its newline. Never throws. */
  public static DecodedEvent decode(byte[] line) {
    return Document.read(line, READER);
  }

  private static void write(JsonGenerator out, AuditEvent event) throws IOException {
    out.writeStartObject();
    out.writeStringField("at", Rfc3339.format(event.at()));
    out.writeStringField("event", event.type().text());
    out.writeFieldName("key");
    RecordWriter.writeKey(out, event.key());
    out.writeStringField("session", event.session().value());
    if (event.fence().isPresent()) {
      out.writeNumberField("fence", event.fence().value());
    }
    if (event.grantId().isPresent()) {
      out.writeStringField("grant_id", event.grantId().get().value());
    }
    if (!event.details().isEmpty()) {
      out.writeObjectFieldStart("details");
      for (Map.Entry<String, String> detail : event.details().entrySet()) {
        out.writeStringField(detail.getKey(), detail.getValue());
      }
      out.writeEndObject();
    }
    out.writeEndObject();
  }
}
