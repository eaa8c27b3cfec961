package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.LeaseKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Which keys of etcd's are whose: below the prefix, {@code slots/} and the name of a slot, which is
 * that of its key in the one spelling that all equal keys share; and {@code archive/}, the name,
 * and {@code /}, the time in milliseconds since 1970 (nothing if it was not known), {@code -} and
 * the revision of what was archived.
 */
final class Layout {
  private final String slots;
  private final String archive;

  Layout(String prefix) {
    this.slots = prefix + "/slots/";
    this.archive = prefix + "/archive/";
  }

  /** What a slot is called. */
  static String name(LeaseKey key) {
    return key.canonical().toString();
  }

  /** The key whose slot is called so; empty for a name that somebody else gave. */
  static Optional<LeaseKey> key(String name) {
    try {
      LeaseKey key = LeaseKey.parse(name);
      return name(key).equals(name) ? Optional.of(key) : Optional.empty();
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }

  ByteString slot(String name) {
    return ByteString.copyFromUtf8(slots + name);
  }

  /** Where all slots begin, or those whose names begin with {@code start}. */
  ByteString slotsFrom(String start) {
    return slot(start);
  }

  ByteString archiveFrom() {
    return ByteString.copyFromUtf8(archive);
  }

  ByteString archived(String name, Optional<Instant> at, long revision) {
    String millis = at.map(time -> Long.toString(time.toEpochMilli())).orElse("");
    return ByteString.copyFromUtf8(archive + name + "/" + millis + "-" + revision);
  }

  /** What the slot at {@code key} is called. */
  String name(ByteString key) {
    return key.substring(slots.length()).toStringUtf8();
  }

  /** What something archived is called: all behind the prefix. */
  String archivedName(ByteString key) {
    return key.substring(archive.length()).toStringUtf8();
  }

  /** When what is called {@code archivedName} was archived; empty if it does not say. */
  static Optional<Long> archivedAt(String archivedName) {
    int slash = archivedName.lastIndexOf('/');
    int dash = archivedName.indexOf('-', slash + 1);
    try {
      return dash < 0
          ? Optional.empty()
          : Optional.of(Long.parseLong(archivedName, slash + 1, dash, 10));
    } catch (NumberFormatException foreign) {
      return Optional.empty();
    }
  }

  /** The least key that is greater than all that begin with {@code prefix}. */
  static ByteString after(ByteString prefix) {
    byte[] bytes = prefix.toByteArray();
    bytes[bytes.length - 1]++; // the last byte of our prefixes is no 0xff
    return ByteString.copyFrom(bytes);
  }
}
