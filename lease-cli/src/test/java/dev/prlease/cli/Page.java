package dev.prlease.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page of the manual, and the code blocks on it.
 *
 * @param name its path below the checkout
 * @param blocks in their order
 */
record Page(String name, List<Block> blocks) {
  private static final Path TOP = Path.of("..");

  /**
   * A fenced block.
   *
   * @param page the page's name
   * @param line the line of the opening fence
   * @param heading the heading that it stands under
   * @param kind the first word behind the fence: what it is; empty if it is not marked
   * @param note the rest behind the fence: why it is not run, for instance
   * @param text what is in it
   */
  record Block(String page, int line, String heading, String kind, String note, List<String> text) {
    /** All of it. */
    String whole() {
      return String.join("\n", text) + "\n";
    }

    /** Whether its note says that it is not run, and why. */
    boolean isNotRun() {
      return note.startsWith("not run: ");
    }

    @Override
    public String toString() {
      return page + ":" + line + " (" + heading + ")";
    }
  }

  /** All pages for users and developers, but the changelog. */
  static List<Page> all() throws IOException {
    List<Path> files = new ArrayList<>(List.of(TOP.resolve("README.md")));
    files.add(TOP.resolve("CONTRIBUTING.md"));
    for (String directory : List.of("docs", "examples")) {
      try (Stream<Path> found = Files.walk(TOP.resolve(directory))) {
        found
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !file.toString().contains("/target/"))
            .sorted()
            .forEach(files::add);
      }
    }
    List<Page> pages = new ArrayList<>();
    for (Path file : files) {
      pages.add(read(TOP.relativize(file).toString()));
    }
    return pages;
  }

  /** The page at {@code name}. */
  static Page read(String name) throws IOException {
    List<Block> blocks = new ArrayList<>();
    String heading = "";
    String fence = "";
    String indent = "";
    int from = 0;
    List<String> text = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(TOP.resolve(name))) {
      number++;
      if (line.strip().startsWith("```")) {
        if (fence.isEmpty()) {
          fence = line.strip() + " ";
          indent = line.substring(0, line.indexOf('`'));
          from = number;
          text = new ArrayList<>();
        } else {
          String info = fence.substring(3).strip();
          int space = info.indexOf(' ');
          String kind = space < 0 ? info : info.substring(0, space);
          String note = space < 0 ? "" : info.substring(space + 1);
          blocks.add(new Block(name, from, heading, kind, note, text));
          fence = "";
        }
      } else if (!fence.isEmpty()) {
        text.add(line.startsWith(indent) ? line.substring(indent.length()) : line);
      } else if (line.startsWith("#")) {
        heading = line.replaceFirst("^#+ ", "");
      }
    }
    if (!fence.isEmpty()) {
      throw new AssertionError(name + ":" + from + ": a code block does not end");
    }
    return new Page(name, blocks);
  }

  /** The blocks of {@code kind}. */
  List<Block> blocks(String kind) {
    return blocks.stream().filter(block -> block.kind().equals(kind)).toList();
  }
}
