package dev.prlease.store.file;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.AuditEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads the files that the audit sink {@code jsonl} writes: {@code audit.jsonl}, and before it what
 * was rotated out of it. It never changes them, and may do so while others append and rotate.
 * Immutable.
 */
public final class AuditLog {
  static final String FILE_NAME = "audit.jsonl";

  private final AuditFiles files;

  private AuditLog(Path file) {
    this.files = new AuditFiles(file.toAbsolutePath());
  }

  /**
   * The log of the user whose environment this is: {@code audit.jsonl} below {@code PRLEASE_HOME},
   * else below {@code ~/.prlease}.
   *
   * @throws dev.prlease.api.LeaseConfigurationException if neither {@code PRLEASE_HOME} nor {@code
   *     HOME} is set
   */
  public static AuditLog of(Map<String, String> environment) {
    return at(PrleaseHome.find(environment).resolve(FILE_NAME));
  }

  /** The log in {@code file}, there or not. */
  public static AuditLog at(Path file) {
    return new AuditLog(file);
  }

  /** The file that is written to. */
  public Path file() {
    return files.current();
  }

  /** A line of the log. */
  public sealed interface Line {
    /** The file that it stood in when it was read. */
    Path file();

    /** Its number in that file, from 1. */
    long number();

    /** An event. */
    record Event(Path file, long number, AuditEvent event) implements Line {}

    /**
     * A line that tells no event, such as one that another program wrote, or that was torn when a
     * process died.
     *
     * @param reason one clause for people
     */
    record Undecodable(Path file, long number, String reason) implements Line {}

    /**
     * The last line of a file, if it does not end: torn, or being written just now.
     *
     * @param length how many bytes there are of it
     */
    record Torn(Path file, long number, long length) implements Line {
      /** One clause for people. */
      public String reason() {
        return "the last line has no end";
      }
    }

    /**
     * No line: a file, or several, that should be there by their numbers: they were removed before
     * they were read, or nobody ever wrote them, since a file of a greater number came from
     * elsewhere.
     *
     * @param file the first of them
     * @param count how many there were
     */
    record Missing(Path file, long count) implements Line {
      /** 0: there is no line. */
      @Override
      public long number() {
        return 0;
      }

      /** One clause for people. */
      public String reason() {
        return count == 1
            ? "it is not there: it was removed before it was read, or its number was passed over"
            : "it and "
                + (count - 1)
                + " after it are not there: they were removed before they were read, or their"
                + " numbers were passed over";
      }
    }
  }

  /**
   * All lines from the first to the last; empty ones are left out. Reads as it goes, in bounded
   * memory. Close the stream. A log that is not there has none.
   *
   * @return a sequential stream, whose traversal may throw {@link LeaseStoreException}
   */
  public Stream<Line> lines() {
    return lines(tail(Optional.empty()));
  }

  /**
   * The same, without files in which no event of {@code since} or later can be. Earlier ones may be
   * among the lines.
   */
  public Stream<Line> lines(Instant since) {
    return lines(tail(Optional.of(since)));
  }

  /**
   * The log from its beginning, to be read on and on.
   *
   * @param since leaves out files in which no event of that time or later can be
   */
  public AuditTail tail(Optional<Instant> since) {
    return new AuditTail(files, since);
  }

  private static Stream<Line> lines(AuditTail tail) {
    return StreamSupport.stream(new UpToNow(tail), false).onClose(tail::close);
  }

  /** What there is, and then the line that has no end. */
  private static final class UpToNow extends Spliterators.AbstractSpliterator<Line> {
    private final AuditTail tail;
    private boolean ended;

    UpToNow(AuditTail tail) {
      super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
      this.tail = tail;
    }

    @Override
    public boolean tryAdvance(Consumer<? super Line> action) {
      if (ended) {
        return false;
      }
      Optional<Line> line = tail.next();
      if (line.isEmpty()) {
        ended = true;
        line = tail.torn().map(Line.class::cast);
      }
      line.ifPresent(action);
      return line.isPresent();
    }
  }
}
