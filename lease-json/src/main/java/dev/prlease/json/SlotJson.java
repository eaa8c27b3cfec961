package dev.prlease.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.Fence;
import dev.prlease.api.WriteId;
import dev.prlease.spi.AbstractLeaseStore;
import java.io.IOException;
import java.util.Optional;

/**
 * The JSON form of a slot: {@code {"record": {…} | null, "fence": n, "write_id": "…"}}, indented by
 * two spaces and without a newline at the end, as version-1 programs write it. They read it too,
 * and ignore (and drop, when they write) what they do not know.
 *
 * <p>Decoding never fails. It is as generous as the version-1 programs are, since what they take
 * for a live lease must be one here, and otherwise strict:
 *
 * <ul>
 *   <li>No text at all, {@code null}, {@code {}} and a null record are vacant.
 *   <li>A schema version other than 1 is unsupported, whatever else is wrong with the record.
 *   <li>A field of version 1 that is missing, of the wrong type, out of range or there twice makes
 *       the record corrupt; a TTL is a whole number of 0 or more and is cut to 24 h.
 *   <li>An additive field that is of the wrong type, out of range or there twice counts as missing.
 *   <li>Unknown fields are ignored. Everything must be JSON, in UTF-8 without a byte order mark,
 *       nested at most 1,000 levels deep, and nothing may follow it.
 * </ul>
 */
public final class SlotJson {
  /** Written out, as is all that a command meets on its way: each lambda costs its start. */
  private static final Document.Reader<DecodedSlot> READER =
      new Document.Reader<>() {
        @Override
        public DecodedSlot read(JsonParser in) throws IOException {
          return slot(in);
        }

        @Override
        public DecodedSlot defect(String reason) {
          return DecodedSlot.Unreadable.corrupt(reason);
        }
      };

  private SlotJson() {}

  /** The bytes of a slot that is to hold {@code content}. */
  public static byte[] encode(AbstractLeaseStore.Content content) {
    return Json.bytes(
        Json.Layout.INDENTED,
        new Json.Body() {
          @Override
          public void writeTo(JsonGenerator out) throws IOException {
            write(out, content);
          }
        });
  }

  /** What {@code bytes} say. Never throws. */
  public static DecodedSlot decode(byte[] bytes) {
    return new SlotDecoder().decode(bytes, bytes.length);
  }

  /** The same of bytes that may be laid out in any way, and are not none. */
  static DecodedSlot parse(byte[] bytes) {
    return Document.read(bytes, READER);
  }

  private static void write(JsonGenerator out, AbstractLeaseStore.Content content)
      throws IOException {
    out.writeStartObject();
    out.writeFieldName("record");
    if (content.record().isPresent()) {
      RecordWriter.write(out, content.record().get());
    } else {
      out.writeNull();
    }
    if (content.fence().isPresent()) {
      out.writeNumberField("fence", content.fence().value());
    }
    out.writeStringField("write_id", content.writeId().value());
    out.writeEndObject();
  }

  private static DecodedSlot slot(JsonParser in) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return new DecodedSlot.Vacant(Fence.NONE, Optional.empty());
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return DecodedSlot.Unreadable.corrupt("it is no JSON object");
    }
    Field<RecordReader> record = new Field<>();
    Field<Fence> fence = new Field<>();
    Field<WriteId> writeId = new Field<>();
    boolean saysRecord = false;
    boolean saysMore = false;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      switch (name) {
        case "record" -> {
          saysRecord = true;
          if (value == JsonToken.VALUE_NULL) {
            record.setAbsent();
          } else {
            record.set(RecordReader.read(in));
          }
        }
        case "fence" -> fence.setOptional(Values.fence(in));
        case "write_id" -> takeWriteId(writeId, in);
        default -> {
          saysMore = true;
          in.skipChildren();
        }
      }
    }
    if (saysMore && !saysRecord) {
      // One letter of "record" may have become another: what it holds is kept, as for all such.
      return DecodedSlot.Unreadable.corrupt("it has no record, but something that is not known");
    }
    if (record.isRepeated()) {
      return DecodedSlot.Unreadable.corrupt("record is there twice");
    }
    return record.unique().isPresent()
        ? record.unique().get().result(writeId.unique())
        : new DecodedSlot.Vacant(fence.unique().orElse(Fence.NONE), writeId.unique());
  }

  private static void takeWriteId(Field<WriteId> writeId, JsonParser in) throws IOException {
    Optional<String> word = Values.word(in);
    writeId.setOptional(word.isPresent() ? Optional.of(new WriteId(word.get())) : Optional.empty());
  }
}
