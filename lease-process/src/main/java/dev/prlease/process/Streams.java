package dev.prlease.process;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Where a supervised command's standard streams lead. */
public sealed interface Streams {
  /** This JVM's own: as if the user had started the command. */
  record Inherited() implements Streams {}

  /**
   * The outputs are kept for the caller, and there is no input. What needs a person still finds the
   * terminal.
   *
   * @param limit how many bytes of each output are kept; what exceeds them is read and dropped
   * @param charset of both outputs
   */
  record Captured(int limit, Charset charset) implements Streams {
    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Captured {
      if (limit < 0) {
        throw new IllegalArgumentException("output limit must not be negative, is " + limit);
      }
    }
  }

  /** This JVM's own. */
  Streams INHERITED = new Inherited();

  /** A mebibyte of UTF-8 of each output is kept. */
  Streams CAPTURED = new Captured(ProcessRequest.DEFAULT_OUTPUT_LIMIT, StandardCharsets.UTF_8);
}
