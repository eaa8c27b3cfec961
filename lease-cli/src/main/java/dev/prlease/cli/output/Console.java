package dev.prlease.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Standard output and standard error, in UTF-8 whatever the locale. Answers are collected and
 * written in few pieces; what goes to standard error is written at once.
 *
 * <p>A reader that went away is no error: the rest of the answer is dropped. Safe for use by
 * several threads; {@link #err}, which the logging backend uses too by way of {@link #errors},
 * waits for nobody who writes an answer.
 */
public final class Console {
  private static final int PIECE = 1 << 13;

  /** Back to the start of the line, and all of it gone. */
  private static final String CLEAR_LINE = "\r\u001b[K";

  /** What is longer than the terminal is wide is cut, and not wrapped: a next line stays. */
  private static final String NO_WRAP = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private volatile Reached out;
  private final Reached err;
  private final Supplier<Palette> palette;
  private final BooleanSupplier statusLine;
  private final StringBuilder pending = new StringBuilder(); // guarded by this
  private boolean answered; // guarded by this
  private boolean readerGone; // guarded by this
  private boolean statusShown; // guarded by err
  private Optional<IOException> failure = Optional.empty(); // guarded by this

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
    this.out = new Reached(out);
    this.err = new Reached(err);
    this.palette = palette;
    this.statusLine = statusLine;
  }

  /**
   * Hands standard output over to a protocol, for good: from now on an answer would break it, and
   * goes to standard error.
   */
  public synchronized OutputStream handOver() {
    flush();
    OutputStream handedOver = out.to;
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
    if (out.isAbandoned) {
      return;
    }
    add(line);
  }

  private synchronized void add(String line) {
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
    if (out.isAbandoned) {
      return;
    }
    synchronized (this) {
      boolean before = answered;
      json(text);
      flush();
      answered = before;
    }
  }

  /** Whether standard error is a terminal that shows a status line. */
  public boolean hasStatusLine() {
    return statusLine.getAsBoolean();
  }

  /** Shows {@code text} in the place of the status line before; empty: none any more. */
  public void status(String text) {
    boolean shown = !text.isEmpty();
    writeErr(CLEAR_LINE + (shown ? NO_WRAP + Escape.line(text) + WRAP : ""), shown);
  }

  /** The answer as JSON. */
  public void json(String text) {
    raw(Escape.json(text));
  }

  /**
   * A line for people; what does not print in it is escaped. It takes the place of a status line.
   */
  public void err(String line) {
    writeErr(Escape.line(Escape.clipMessage(line)) + "\n", false);
  }

  /**
   * Standard error for those who know no console: the logging backend, the JVM, plugins. It is
   * given up like {@link #err}, and a line takes the place of a status line.
   */
  public PrintStream errors() {
    return new ErrorLines(text -> writeErr(text, false));
  }

  /** What to do next: below the answer so far, where both are shown in one place. */
  public void next(String step) {
    flush();
    err("  next: " + step);
  }

  private void writeErr(String text, boolean status) {
    try {
      if (err.isAbandoned) {
        return;
      }
      synchronized (err) {
        String line = statusShown && !status ? CLEAR_LINE + text : text;
        statusShown = status;
        err.write(line.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException nobodyListens) {
      // There is no other place to tell it; the exit code still does.
    }
  }

  /** Whether anything of an answer was given. */
  public boolean hasAnswered() {
    if (out.isAbandoned) {
      return true;
    }
    synchronized (this) {
      return answered;
    }
  }

  /**
   * Gives up a reader who has not taken for long what another thread is writing to him: from now on
   * nothing is written there, so that nobody else waits for him.
   */
  public void abandonWhoDoesNotRead() {
    err.abandonIfWriting();
    out.abandonIfWriting();
  }

  /** Writes what is pending, and says whether all of the answer so far reached its reader. */
  public boolean flush() {
    return !out.isAbandoned && flushPending();
  }

  private synchronized boolean flushPending() {
    if (pending.length() > 0) {
      byte[] bytes = pending.toString().getBytes(StandardCharsets.UTF_8);
      pending.setLength(0);
      write(bytes);
    }
    return !readerGone && failure.isEmpty();
  }

  /** Why the answer could not be written, if it was not that its reader went away. */
  public Optional<IOException> failure() {
    if (out.isAbandoned) {
      return Optional.empty();
    }
    synchronized (this) {
      return failure;
    }
  }

  private void write(byte[] bytes) {
    if (readerGone || failure.isPresent()) {
      return;
    }
    try {
      out.write(bytes);
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
        readerGone = true;
      } else {
        failure = Optional.of(e);
      }
    }
  }

  /** A stream, and whether somebody who reads it makes a writer wait. */
  private static final class Reached {
    private final OutputStream to;
    private volatile boolean isWriting;
    private volatile boolean isAbandoned;

    Reached(OutputStream to) {
      this.to = to;
    }

    void write(byte[] bytes) throws IOException {
      isWriting = true;
      try {
        to.write(bytes);
        to.flush();
      } finally {
        isWriting = false;
      }
    }

    void abandonIfWriting() {
      if (isWriting) {
        isAbandoned = true;
      }
    }
  }
}
