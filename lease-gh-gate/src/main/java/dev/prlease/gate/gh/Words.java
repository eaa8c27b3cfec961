package dev.prlease.gate.gh;

/** Makes what other programs say fit for one line of ours. */
final class Words {
  private static final int LONGEST = 400;

  private Words() {}

  /** The first line that says something, without gh's marks before it. */
  static String firstLine(String text) {
    for (String line : (Iterable<String>) text.lines()::iterator) {
      String said = line.strip();
      for (String mark : new String[] {"X ", "! ", "✗ ", "gh: ", "GraphQL: "}) {
        said = said.startsWith(mark) ? said.substring(mark.length()).strip() : said;
      }
      if (!said.isEmpty()) {
        return said;
      }
    }
    return "";
  }

  /** Without line ends and what a terminal would obey, and not too long. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.strip()
        .codePoints()
        .limit(LONGEST + 1L)
        .forEach(each -> shown.appendCodePoint(isPlain(each) ? each : ' '));
    return shown.codePointCount(0, shown.length()) > LONGEST
        ? shown.substring(0, shown.offsetByCodePoints(0, LONGEST)) + "…"
        : shown.toString();
  }

  private static boolean isPlain(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
