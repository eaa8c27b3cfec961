package dev.prlease.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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

  private final OutputStream out;
  private final OutputStream err;
  private final Supplier<Palette> palette;
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
    this.out = out;
    this.err = err;
    this.palette = palette;
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

  /** The answer as JSON. */
  public void json(String text) {
    raw(Escape.json(text));
  }

  /** A line for people; what does not print in it is escaped. */
  public void err(String line) {
    byte[] bytes = (Escape.line(Escape.clipMessage(line)) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      synchronized (err) {
        err.write(bytes);
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
