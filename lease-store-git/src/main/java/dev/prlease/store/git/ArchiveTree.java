package dev.prlease.store.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What a slot has archived (rule LS-11): files in the tree of its commits, {@code
 * archived-00000001.json} and so on. The tree goes along with every change, also where a new chain
 * begins, so what was archived lives longer than the history; the last {@value #MOST} do.
 */
final class ArchiveTree {
  private static final int MOST = 20;
  private static final String START = "archived-";
  private static final String END = ".json";
  private static final String MODE = "100644 ";
  private static final int ID_BYTES = 20;
  private static final int DIGITS = 8;
  private static final int LARGEST = 99_999_999;

  /** A file: its name, and the id of its content. */
  private record Entry(String name, String id) {}

  private ArchiveTree() {}

  /** The tree of a slot that has archived nothing. */
  static String empty(LooseObjects objects) throws IOException {
    return objects.write("tree", new byte[0]);
  }

  /** The tree {@code before} with {@code replaced} added to what it archives. */
  static String with(LooseObjects objects, Optional<String> before, byte[] replaced)
      throws IOException {
    List<Entry> entries = new ArrayList<>();
    if (before.isPresent()) {
      entries.addAll(entries(objects, before.get()));
    }
    int last = entries.isEmpty() ? 0 : number(entries.get(entries.size() - 1).name());
    String digits = Integer.toString(Math.min(last + 1, LARGEST));
    String name = START + "0".repeat(DIGITS - digits.length()) + digits + END;
    entries.removeIf(entry -> entry.name().equals(name));
    entries.add(new Entry(name, objects.write("blob", replaced)));
    List<Entry> kept = entries.subList(Math.max(0, entries.size() - MOST), entries.size());
    ByteArrayOutputStream tree = new ByteArrayOutputStream();
    for (Entry entry : kept) {
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
      if (entry.startsWith(MODE) && number(entry.substring(MODE.length())) > 0) {
        entries.add(new Entry(entry.substring(MODE.length()), HexFormat.of().formatHex(id)));
      }
      from = zero + 1 + ID_BYTES;
    }
    return entries;
  }

  private static int number(String name) {
    if (name.length() != START.length() + DIGITS + END.length()
        || !name.startsWith(START)
        || !name.endsWith(END)) {
      return 0;
    }
    try {
      return Integer.parseUnsignedInt(name.substring(START.length(), START.length() + DIGITS));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
