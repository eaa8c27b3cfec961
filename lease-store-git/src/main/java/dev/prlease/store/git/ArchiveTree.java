package dev.prlease.store.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What a slot has archived (rule LS-11): files in the tree of its commits, {@code
 * archived-00000001-1767225600000.json} and so on, with the time in milliseconds since 1970. The
 * tree goes along with every change, also where a new chain begins, so what was archived lives
 * longer than the history; the last {@value #MOST} do, until they are collected.
 */
final class ArchiveTree {
  private static final int MOST = 20;
  private static final String START = "archived-";
  private static final String END = ".json";
  private static final String MODE = "100644 ";
  private static final int ID_BYTES = 20;
  private static final int DIGITS = 8;
  private static final int LARGEST = 99_999_999;

  /** A file: its name, which of all it is, when it was archived, and the id of its content. */
  private record Entry(String name, int number, long millis, String id) {}

  /**
   * What is left of a tree when what is old is removed.
   *
   * @param tree its id
   * @param removed the names of what is old
   * @param left how many files it still has
   */
  record Pruned(String tree, List<String> removed, int left) {}

  private ArchiveTree() {}

  /** The tree of a slot that has archived nothing. */
  static String empty(LooseObjects objects) throws IOException {
    return objects.write("tree", new byte[0]);
  }

  /** The tree {@code before} with {@code replaced} added to what it archives. */
  static String with(LooseObjects objects, Optional<String> before, byte[] replaced, Instant when)
      throws IOException {
    List<Entry> entries = new ArrayList<>();
    if (before.isPresent()) {
      entries.addAll(entries(objects, before.get()));
    }
    int last = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).number();
    int number = Math.min(last + 1, LARGEST);
    long millis = Math.max(0, when.toEpochMilli());
    String digits = Integer.toString(number);
    String name = START + "0".repeat(DIGITS - digits.length()) + digits + "-" + millis + END;
    entries.removeIf(entry -> entry.name().equals(name));
    entries.add(new Entry(name, number, millis, objects.write("blob", replaced)));
    return write(objects, entries.subList(Math.max(0, entries.size() - MOST), entries.size()));
  }

  /** The tree {@code before} without what was archived before {@code time}. */
  static Pruned pruned(LooseObjects objects, String before, Instant time) throws IOException {
    List<Entry> left = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (Entry entry : entries(objects, before)) {
      if (entry.millis() < time.toEpochMilli()) {
        removed.add(entry.name());
      } else {
        left.add(entry);
      }
    }
    return new Pruned(
        removed.isEmpty() ? before : write(objects, left), List.copyOf(removed), left.size());
  }

  private static String write(LooseObjects objects, List<Entry> entries) throws IOException {
    ByteArrayOutputStream tree = new ByteArrayOutputStream();
    for (Entry entry : entries) {
      tree.writeBytes((MODE + entry.name() + "\0").getBytes(StandardCharsets.US_ASCII));
      tree.writeBytes(HexFormat.of().parseHex(entry.id()));
    }
    return objects.write("tree", tree.toByteArray());
  }

  /** Those that are ours, in order; whatever else somebody put there is left out. */
  private static List<Entry> entries(LooseObjects objects, String tree) throws IOException {
    Optional<LooseObjects.Read> read = objects.read(tree);
    List<Entry> entries = new ArrayList<>();
    if (read.isEmpty()) {
      return entries;
    }
    byte[] bytes = read.get().content();
    int from = 0;
    while (from < bytes.length) {
      int zero = LooseObjects.indexOf(bytes, (byte) 0, from);
      if (zero < 0 || zero + ID_BYTES >= bytes.length) {
        return entries;
      }
      String entry = new String(bytes, from, zero - from, StandardCharsets.UTF_8);
      byte[] id = Arrays.copyOfRange(bytes, zero + 1, zero + 1 + ID_BYTES);
      if (entry.startsWith(MODE)) {
        entry(entry.substring(MODE.length()), HexFormat.of().formatHex(id)).ifPresent(entries::add);
      }
      from = zero + 1 + ID_BYTES;
    }
    return entries;
  }

  private static Optional<Entry> entry(String name, String id) {
    int dash = START.length() + DIGITS;
    if (!name.startsWith(START)
        || !name.endsWith(END)
        || name.length() <= dash + 1 + END.length()
        || name.charAt(dash) != '-') {
      return Optional.empty();
    }
    try {
      int number = Integer.parseUnsignedInt(name.substring(START.length(), dash));
      long millis = Long.parseLong(name.substring(dash + 1, name.length() - END.length()));
      return number > 0 && millis >= 0
          ? Optional.of(new Entry(name, number, millis, id))
          : Optional.empty();
    } catch (NumberFormatException notOurs) {
      return Optional.empty();
    }
  }
}
