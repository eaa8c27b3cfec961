package dev.prlease.store.git;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.Printable;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore.Content;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * A slot as a commit.
 *
 * <pre>
 * tree …                                   what was archived, else empty
 * parent …                                 the change before
 * author prlease &lt;prlease@localhost&gt; …
 *
 * prlease 17: acme/app#7 held by alice     which change of the chain it is, for git log
 *
 * {"record": …, "fence": …, "write_id": …} the slot
 * </pre>
 *
 * <p>The slot is in the message and not in a file: that is one object a change instead of three,
 * and {@code git log} of the reference shows it. The bytes are taken as they are. A message that
 * does not begin as ours is all slot. The write id is a nonce: no two commits are the same, so a
 * push never finds its own commit there before it sent it.
 */
final class LeaseCommit {
  private static final String START = "prlease ";
  private static final byte NEWLINE = '\n';
  private static final int MOST_DIGITS = 9;
  private static final int LONGEST_NAME = 100;

  private static final String AUTHOR = "author ";
  private static final String COMMITTER = "committer ";

  private final String tree;
  private final String who;
  private final int position;
  private final String subject;
  private final byte[] slot;

  private LeaseCommit(String tree, String who, int position, String subject, byte[] slot) {
    this.tree = tree;
    this.who = who;
    this.position = position;
    this.subject = subject;
    this.slot = slot;
  }

  /** The id of its tree. */
  String tree() {
    return tree;
  }

  /** Which change of its chain it is, from 1; 0 for what we did not write. */
  int position() {
    return position;
  }

  /** The bytes of the slot. */
  byte[] slot() {
    return slot;
  }

  /** When it was made, to the second, rounded down; empty for what we did not write. */
  Optional<Instant> when() {
    String[] words = who.split(" ", -1);
    if (position == 0 || words.length < 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.ofEpochSecond(Long.parseLong(words[words.length - 2])));
    } catch (NumberFormatException | DateTimeException notOurs) {
      return Optional.empty();
    }
  }

  /**
   * The bytes of a commit of the same slot, write id and time included, with another tree. Follows
   * {@code parent}, or begins a chain.
   */
  byte[] with(String otherTree, Optional<String> parent) {
    String words = subject.substring(subject.indexOf(':'));
    int next = parent.isPresent() ? position + 1 : 1;
    return bytes(otherTree, parent, who, START + next + words, slot);
  }

  /** The bytes of a commit. */
  static byte[] encode(
      String tree,
      Optional<String> parent,
      int position,
      LeaseKey key,
      Content content,
      Instant when) {
    String who = "prlease <prlease@localhost> " + Math.max(0, when.getEpochSecond()) + " +0000";
    String subject = START + position + ": " + subject(key, content.record());
    return bytes(tree, parent, who, subject, SlotJson.encode(content));
  }

  private static byte[] bytes(
      String tree, Optional<String> parent, String who, String subject, byte[] slot) {
    StringBuilder head = new StringBuilder(400).append("tree ").append(tree).append('\n');
    if (parent.isPresent()) {
      head.append("parent ").append(parent.get()).append('\n');
    }
    head.append(AUTHOR).append(who).append('\n').append(COMMITTER).append(who).append("\n\n");
    head.append(subject).append("\n\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(slot);
    return bytes.toByteArray();
  }

  private static String subject(LeaseKey key, Optional<LeaseRecord> record) {
    return record.isPresent()
        ? key + " held by " + Printable.quote(record.get().owner().value(), LONGEST_NAME)
        : key + " free";
  }

  /** What the bytes of a commit say; empty if they are none. */
  static Optional<LeaseCommit> parse(byte[] bytes) {
    int headers = blankLine(bytes, 0);
    String first = line(bytes, 0);
    if (headers < 0 || !first.startsWith("tree ")) {
      return Optional.empty();
    }
    String tree = first.substring("tree ".length());
    int message = headers + 2;
    String subject = line(bytes, message);
    int body = blankLine(bytes, message);
    int position = body < 0 ? 0 : position(subject);
    int from = position > 0 ? body + 2 : message;
    return Optional.of(
        new LeaseCommit(
            tree,
            committer(bytes, headers),
            position,
            subject,
            Arrays.copyOfRange(bytes, from, bytes.length)));
  }

  private static String committer(byte[] bytes, int headers) {
    for (String line :
        (Iterable<String>)
            new String(bytes, 0, headers, StandardCharsets.UTF_8).lines()::iterator) {
      if (line.startsWith(COMMITTER)) {
        return line.substring(COMMITTER.length());
      }
    }
    return "";
  }

  private static int position(String subject) {
    if (!subject.startsWith(START)) {
      return 0;
    }
    int number = 0;
    for (int i = START.length(); i < subject.length(); i++) {
      char c = subject.charAt(i);
      if (c == ':') {
        return number;
      }
      if (c < '0' || c > '9' || i - START.length() > MOST_DIGITS) {
        return 0;
      }
      number = number * 10 + (c - '0');
    }
    return 0;
  }

  private static String line(byte[] bytes, int from) {
    int end = LooseObjects.indexOf(bytes, NEWLINE, from);
    int to = end < 0 ? bytes.length : end;
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Where two newlines stand next to each other. */
  private static int blankLine(byte[] bytes, int from) {
    for (int i = LooseObjects.indexOf(bytes, NEWLINE, from);
        i >= 0 && i + 1 < bytes.length;
        i = LooseObjects.indexOf(bytes, NEWLINE, i + 1)) {
      if (bytes[i + 1] == NEWLINE) {
        return i;
      }
    }
    return -1;
  }
}
