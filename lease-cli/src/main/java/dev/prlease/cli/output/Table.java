package dev.prlease.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Text in columns, wide enough for their longest cell; what does not print is escaped. */
public final class Table {
  private final List<String[]> rows = new ArrayList<>();
  private final int[] widths;

  /** A table with these headings. */
  public Table(String... headings) {
    this.widths = new int[headings.length];
    add(headings);
  }

  /** Adds a row; a cell a column. */
  public void add(String... cells) {
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      row[i] = Escape.line(Escape.clip(cells[i]));
      widths[i] = Math.max(widths[i], row[i].length());
    }
    rows.add(row);
  }

  /** The lines, headings first, without blanks at their ends. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        line.append(row[i]);
        if (i + 1 < row.length) {
          line.append(" ".repeat(widths[i] - row[i].length() + 2));
        }
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
