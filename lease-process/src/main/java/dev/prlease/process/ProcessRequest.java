package dev.prlease.process;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run for its output, and within which bounds.
 *
 * @param command the program and arguments, its variables, where it runs
 * @param input what it reads from standard input; empty: it reads end-of-file at once
 * @param timeout how long it may take; positive
 * @param grace how long it may take to end itself once it is asked to; not negative
 * @param outputLimit how many bytes of standard output, and as many of standard error, are kept;
 *     what exceeds them is read and dropped, so the program never blocks
 * @param charset of both outputs
 */
public record ProcessRequest(
    Command command,
    Optional<String> input,
    Duration timeout,
    Duration grace,
    int outputLimit,
    Charset charset) {
  /** One mebibyte of each output. */
  public static final int DEFAULT_OUTPUT_LIMIT = 1 << 20;

  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(2);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if one of them makes no sense
   */
  public ProcessRequest {
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException("timeout must be positive, is " + timeout);
    }
    if (grace.isNegative()) {
      throw new IllegalArgumentException("grace must not be negative, is " + grace);
    }
    if (outputLimit < 0) {
      throw new IllegalArgumentException("output limit must not be negative, is " + outputLimit);
    }
  }

  /**
   * {@code words} with no input, two seconds of grace, and a mebibyte of UTF-8 from each output.
   */
  public static ProcessRequest of(
      List<String> words, Map<String, String> environment, Path directory, Duration timeout) {
    return new ProcessRequest(
        new Command(words, environment, directory),
        Optional.empty(),
        timeout,
        DEFAULT_GRACE,
        DEFAULT_OUTPUT_LIMIT,
        StandardCharsets.UTF_8);
  }

  /** The same, reading {@code text}. */
  public ProcessRequest withInput(String text) {
    return new ProcessRequest(command, Optional.of(text), timeout, grace, outputLimit, charset);
  }

  /** The same, keeping at most {@code bytes} of each output. */
  public ProcessRequest withOutputLimit(int bytes) {
    return new ProcessRequest(command, input, timeout, grace, bytes, charset);
  }

  /** The same, given {@code duration} to end itself when asked. */
  public ProcessRequest withGrace(Duration duration) {
    return new ProcessRequest(command, input, timeout, duration, outputLimit, charset);
  }
}
