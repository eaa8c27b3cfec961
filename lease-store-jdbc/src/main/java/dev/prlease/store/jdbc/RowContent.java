package dev.prlease.store.jdbc;

import dev.prlease.api.Fence;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.Change;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a write puts into a row beside its version and fence. The record is the truth; what it says
 * is in columns once more, for the statements that look for it and for people. A column takes what
 * a text or time of the engine can be, so that no odd record of a foreign program is refused.
 */
final class RowContent {
  static final int MAX_OWNER = 200;

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  /** Its JSON, without the fence; none for a vacant slot. */
  final byte @Nullable [] record;

  /** Of the record's key, or the slot's. */
  final String repo;

  /** Of it. */
  final String kind;

  /** Of it. */
  final long number;

  /** The session, cut to {@value #MAX_OWNER} characters. */
  final @Nullable String owner;

  /** Where it runs, in words. */
  final @Nullable String holder;

  /** When it was acquired or renewed. */
  final @Nullable OffsetDateTime acquiredAt;

  /** Until when it lasts. */
  final @Nullable OffsetDateTime expiresAt;

  private RowContent(LeaseKey key, Optional<LeaseRecord> next, byte @Nullable [] json) {
    record = json;
    repo = KeyName.repo(key);
    kind = KeyName.kind(key.kind());
    number = key.number();
    owner = next.map(each -> owner(each.owner().value())).orElse(null);
    holder = next.flatMap(LeaseRecord::holder).map(RowContent::words).orElse(null);
    acquiredAt = next.map(each -> time(each.acquiredAt())).orElse(null);
    expiresAt = next.map(each -> time(each.expiresAt())).orElse(null);
  }

  /** What {@code change} puts into the row of {@code key}. */
  static RowContent of(LeaseKey key, Change change) {
    Optional<LeaseRecord> next = change.next();
    return next.isEmpty()
        ? new RowContent(key, next, null)
        : new RowContent(next.get().key(), next, json(next.get(), change));
  }

  /** A session as its column has it. */
  static String owner(String session) {
    return text(session.length() <= MAX_OWNER ? session : session.substring(0, MAX_OWNER));
  }

  private static byte[] json(LeaseRecord record, Change change) {
    return SlotJson.encode(
        new AbstractLeaseStore.Content(
            Optional.of(record.withFence(Fence.NONE)),
            Fence.NONE,
            change.writeId(),
            Change.Replaced.DISCARD));
  }

  private static String words(Holder holder) {
    StringBuilder words = new StringBuilder(holder.host());
    if (holder.process().isPresent()) {
      words.append(" pid ").append(holder.process().get().pid());
    }
    for (String each : new String[] {holder.program(), holder.label()}) {
      if (!each.isEmpty()) {
        words.append(words.length() == 0 ? "" : ", ").append(each);
      }
    }
    return text(words.toString().strip());
  }

  /** No text of an engine has a NUL in it, nor half of a surrogate pair. */
  private static String text(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 0 || Character.isSurrogate(text.charAt(i))) {
        return cleaned(text);
      }
    }
    return text;
  }

  private static String cleaned(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                clean.appendCodePoint(
                    c == 0 || Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c));
    return clean.toString();
  }

  private static @Nullable OffsetDateTime time(Instant time) {
    return time.isBefore(EARLIEST) || time.isAfter(LATEST)
        ? null
        : OffsetDateTime.ofInstant(time, ZoneOffset.UTC);
  }
}
