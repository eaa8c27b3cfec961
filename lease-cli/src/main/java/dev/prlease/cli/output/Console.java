package dev.prlease.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Standard output and standard error, in UTF-8 whatever the locale. Answers are collected and
 * written in few pieces; what goes to standard error is written at once.
 *
 * <p>A reader that went away is no error: the rest of the answer is dropped. Not thread-safe but
 * for {@link #err}, which the logging backend uses too.
 */
public final class Console {
  private static final int PIECE = 1 << 13;

  /** Back to the start of the line, and all of it gone. */
  private static final String CLEAR_LINE = "\r\u001b[K";

  /** What is longer than the terminal is wide is cut, and not wrapped: a next line stays. */
  private static final String NO_WRAP = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private OutputStream out;
  private final OutputStream err;
  private final Supplier<Palette> palette;
  private final BooleanSupplier statusLine;
  private final StringBuilder pending = new StringBuilder();
  private boolean answered;
  private boolean readerGone;
  private Optional<IOException> failure = Optional.empty();

  /**
   * Prints on {@code out} and {@code err}, neither of which is closed.
   *
   * @param palette finds out whether colours fit standard output, when some are to be shown
   */
  public Console(OutputStream out, OutputStream err, Supplier<Palette> palette) {
    this(out, err, palette, () -> false);
  }

  /**
   * The same.
   *
   * @param statusLine finds out whether standard error is a terminal that shows a status line
   */
  public Console(
      OutputStream out, OutputStream err, Supplier<Palette> palette, BooleanSupplier statusLine) {
    this.out = out;
    this.err = err;
    this.palette = palette;
    this.statusLine = statusLine;
  }

  /**
   * Hands standard output over to a protocol, for good: from now on an answer would break it, and
   * goes to standard error.
   */
  public OutputStream handOver() {
    flush();
    OutputStream handedOver = out;
    out = err;
    return handedOver;
  }

  /** The colours of standard output. */
  public Palette palette() {
    return palette.get();
  }

  /** A line of the answer; what does not print in it is escaped. */
  public void out(String line) {
    raw(Escape.line(line));
  }

  /** A line of the answer that is all ours, colours included. */
  public void raw(String line) {
    answered = true;
    pending.append(line).append('\n');
    if (pending.length() >= PIECE) {
      flush();
    }
  }

  /**
   * One JSON object of a story that goes on: written at once. It is no answer yet, so that what
   * stands in the way is still told as JSON.
   */
  public void jsonLine(String text) {
    boolean before = answered;
    json(text);
    flush();
    answered = before;
  }

  /** Whether standard error is a terminal that shows a status line. */
  public boolean hasStatusLine() {
    return statusLine.getAsBoolean();
  }

  /** Shows {@code text} in the place of the status line before; empty: none any more. */
  public void status(String text) {
    writeErr(CLEAR_LINE + (text.isEmpty() ? "" : NO_WRAP + Escape.line(text) + WRAP));
  }

  /** The answer as JSON. */
  public void json(String text) {
    raw(Escape.json(text));
  }

  /** A line for people; what does not print in it is escaped. */
  public void err(String line) {
    writeErr(Escape.line(Escape.clipMessage(line)) + "\n");
  }

  private void writeErr(String text) {
    try {
      synchronized (err) {
        err.write(text.getBytes(StandardCharsets.UTF_8));
        err.flush();
      }
    } catch (IOException nobodyListens) {
      // There is no other place to tell it; the exit code still does.
    }
  }

  /** Whether anything of an answer was given. */
  public boolean hasAnswered() {
    return answered;
  }

  /** Writes what is pending, and says whether all of the answer so far reached its reader. */
  public boolean flush() {
    if (pending.length() > 0) {
      byte[] bytes = pending.toString().getBytes(StandardCharsets.UTF_8);
      pending.setLength(0);
      write(bytes);
    }
    return !readerGone && failure.isEmpty();
  }

  /** Why the answer could not be written, if it was not that its reader went away. */
  public Optional<IOException> failure() {
    return failure;
  }

  private void write(byte[] bytes) {
    if (readerGone || failure.isPresent()) {
      return;
    }
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
        readerGone = true;
      } else {
        failure = Optional.of(e);
      }
    }
  }
}
