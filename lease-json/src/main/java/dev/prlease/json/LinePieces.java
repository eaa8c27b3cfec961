package dev.prlease.json;

import java.io.Writer;
import java.util.function.Consumer;

/**
 * Hands text over in pieces while it is being written: whole lines each, without the last one's
 * end. So what is long never stands in memory as a whole.
 */
final class LinePieces extends Writer {
  private static final int PIECE = 1 << 15;

  private final Consumer<? super String> taker;
  private final StringBuilder pending = new StringBuilder(PIECE + PIECE / 4);

  LinePieces(Consumer<? super String> taker) {
    this.taker = taker;
  }

  @Override
  public void write(char[] text, int from, int count) {
    pending.append(text, from, count);
    if (pending.length() >= PIECE) {
      int end = pending.lastIndexOf("\n");
      if (end >= 0) {
        taker.accept(pending.substring(0, end));
        pending.delete(0, end + 1);
      }
    }
  }

  /** Nothing: a piece ends where a line does. */
  @Override
  public void flush() {}

  /** Nothing: who gives up closes too, and what is cut off must not look whole. */
  @Override
  public void close() {}

  /** Hands over the rest: all was written. */
  void end() {
    taker.accept(pending.toString());
    pending.setLength(0);
  }
}
