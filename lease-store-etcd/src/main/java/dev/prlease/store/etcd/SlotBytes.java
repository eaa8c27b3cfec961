package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.json.DecodedSlot;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore.Content;
import io.etcd.jetcd.api.KeyValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * What a slot is in etcd: the JSON that all stores write. A vacated slot says in a last member when
 * that was, in milliseconds since 1970, for etcd keeps no times: {@code "vacated_at": n}. It is of
 * interest for garbage collection only.
 */
final class SlotBytes {
  private static final SlotVersion NONE = new SlotVersion("");
  private static final String MARK = ",\n  \"vacated_at\": ";
  private static final String END = "\n}";

  private SlotBytes() {}

  /** The bytes of {@code content}, written at {@code now}, where that is known. */
  static ByteString encode(Content content, Optional<Instant> now) {
    byte[] json = SlotJson.encode(content);
    if (content.record().isPresent() || now.isEmpty()) {
      return ByteString.copyFrom(json);
    }
    String text = new String(json, StandardCharsets.UTF_8);
    if (!text.endsWith(END)) {
      return ByteString.copyFrom(json);
    }
    return ByteString.copyFromUtf8(
        text.substring(0, text.length() - END.length()) + MARK + now.get().toEpochMilli() + END);
  }

  /** When the slot that {@code bytes} say is vacant was vacated; empty if they do not tell. */
  static Optional<Instant> vacatedAt(ByteString bytes) {
    String text = bytes.toStringUtf8();
    int mark = text.lastIndexOf(MARK);
    if (mark < 0 || !text.endsWith(END)) {
      return Optional.empty();
    }
    try {
      long millis = Long.parseLong(text, mark + MARK.length(), text.length() - END.length(), 10);
      return Optional.of(Instant.ofEpochMilli(millis));
    } catch (NumberFormatException | IndexOutOfBoundsException foreign) {
      return Optional.empty();
    }
  }

  /** The slot whose key is there as {@code found}. */
  static LeaseSlot decode(KeyValue found) {
    return decode(found.getValue(), found.getModRevision());
  }

  /** The slot that {@code bytes} are, written by {@code revision}. */
  static LeaseSlot decode(ByteString bytes, long revision) {
    DecodedSlot decoded = SlotJson.decode(bytes.toByteArray());
    LeaseSlot slot = decoded.at(NONE);
    boolean readable = !(slot instanceof LeaseSlot.Unreadable);
    SeenVersion seen =
        new SeenVersion(
            revision, slot.fence(), readable ? SeenVersion.Decodes.YES : SeenVersion.Decodes.NO);
    return decoded.at(seen.version());
  }
}
