package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What the row of a key is called: the key in the one spelling that all equal keys share, or a
 * digest of it where that is long (lesson L42). A blank is in the name of no key, so what is not a
 * slot has one in its name and is met by nobody who looks for a slot.
 */
final class KeyName {
  /** Longest name in bytes: far below what any engine's index takes. */
  static final int MAX_BYTES = 255;

  /** What the names of archived rows begin with; the version and the slot's name follow. */
  static final String ARCHIVED = "archived ";

  /** What the names of rows begin with that say that somebody waits for a slot. */
  static final String WATCH = "watch ";

  /** Greater than all of them, and the least that is. */
  static final String AFTER_WATCH = "watch!";

  private static final String DIGEST = "sha256 ";

  private KeyName() {}

  /** The name of the row of {@code key}. */
  static String of(LeaseKey key) {
    String text = key.canonical().toString();
    if (text.length() * 3 <= MAX_BYTES) { // what UTF-8 takes at most
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= MAX_BYTES ? text : DIGEST + HexFormat.of().formatHex(sha256(bytes));
  }

  /**
   * The key whose row is called {@code name}, where it can be told; {@code held} is that of the
   * record in it.
   */
  static Optional<LeaseKey> key(String name, Optional<LeaseKey> held) {
    if (held.isPresent() && of(held.get()).equals(name)) {
      return held;
    }
    try {
      return Optional.of(LeaseKey.parse(name));
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }

  /** The repository of a key, its host included, by which rows are looked for. */
  static String repo(LeaseKey key) {
    String text = key.canonical().toString();
    int start = key.kind() == LeaseKey.Kind.ISSUE ? "issue:".length() : 0;
    return text.substring(start, text.lastIndexOf('#'));
  }

  /** The kind of a key, in a word. */
  static String kind(LeaseKey.Kind kind) {
    return kind == LeaseKey.Kind.ISSUE ? "issue" : "pull request";
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
