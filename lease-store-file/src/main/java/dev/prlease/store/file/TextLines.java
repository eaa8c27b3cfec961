package dev.prlease.store.file;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Splits a stream of bytes at newlines, and keeps no more of a line than is worth decoding. */
final class TextLines implements AutoCloseable {
  /** An event is a few hundred bytes. */
  static final int MAX_BYTES = 1 << 20;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;
  private boolean whole;
  private boolean cut;

  TextLines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** Goes on to the next line; false if there is none. */
  boolean next() throws IOException {
    line.reset();
    whole = false;
    cut = false;
    int b = in.read();
    if (b < 0) {
      return false;
    }
    number++;
    for (; b >= 0; b = in.read()) {
      if (b == '\n') {
        whole = true;
        break;
      }
      if (line.size() < MAX_BYTES) {
        line.write(b);
      } else {
        cut = true;
      }
    }
    return true;
  }

  /** The number of this line, from 1. */
  long number() {
    return number;
  }

  boolean isEmpty() {
    return line.size() == 0;
  }

  /** Whether it ends in a newline. */
  boolean isWhole() {
    return whole;
  }

  /** Whether it is longer than {@link #MAX_BYTES}. */
  boolean isCut() {
    return cut;
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
