package dev.prlease.store.file;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Splits a stream of bytes at newlines, and keeps no more of a line than is worth decoding. Whoever
 * has come to the end may ask again later: what was appended meanwhile is read then.
 */
final class TextLines implements AutoCloseable {
  /** An event is a few hundred bytes. */
  static final int MAX_BYTES = 1 << 20;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;
  private long length;
  private boolean whole = true;

  TextLines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /**
   * Goes on to the next line that has an end. False if there is none; what there is of the last one
   * then is the current line.
   */
  boolean next() throws IOException {
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (whole) {
        begin();
      }
      if (b == '\n') {
        whole = true;
        return true;
      }
      length++;
      if (length <= MAX_BYTES) {
        line.write(b);
      }
    }
    return false;
  }

  private void begin() {
    line.reset();
    length = 0;
    number++;
    whole = false;
  }

  /** The number of this line, from 1. */
  long number() {
    return number;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /** Whether it ends in a newline. */
  boolean isWhole() {
    return whole;
  }

  /** How many bytes it has, without the newline. */
  long length() {
    return length;
  }

  /** Whether it is longer than {@link #MAX_BYTES}. */
  boolean isCut() {
    return length > MAX_BYTES;
  }

  /** Its bytes without the newline. */
  byte[] bytes() {
    return line.toByteArray();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
