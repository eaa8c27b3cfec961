package dev.prlease.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Text in columns, wide enough for their longest cell; what does not print is escaped. */
public final class Table {
  private static final int GAP = 2;

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

  /** Hands each line to {@code printer}, headings first, without blanks at their ends. */
  public void print(Consumer<? super String> printer) {
    String blanks = " ".repeat(Arrays.stream(widths).max().orElse(0) + GAP);
    StringBuilder line = new StringBuilder();
    for (String[] row : rows) {
      line.setLength(0);
      for (int i = 0; i + 1 < row.length; i++) {
        line.append(row[i]).append(blanks, 0, widths[i] - row[i].length() + GAP);
      }
      printer.accept(line.append(row[row.length - 1]).toString());
    }
  }
}
