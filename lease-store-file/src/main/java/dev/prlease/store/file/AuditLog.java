package dev.prlease.store.file;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.json.DecodedEvent;
import dev.prlease.json.EventJson;
import dev.prlease.spi.AuditEvent;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads the file that the audit sink {@code jsonl} writes. It never changes it, and may do so while
 * others append. Immutable.
 */
public final class AuditLog {
  static final String FILE_NAME = "audit.jsonl";

  private final Path file;

  private AuditLog(Path file) {
    this.file = file;
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

  /** Where it is. */
  public Path file() {
    return file;
  }

  /** A line of the log. */
  public sealed interface Line {
    /** Its number, from 1. */
    long number();

    /** An event. */
    record Event(long number, AuditEvent event) implements Line {}

    /**
     * A line that tells no event, such as one that another program wrote, or that was torn when a
     * process died.
     *
     * @param reason one clause for people
     */
    record Undecodable(long number, String reason) implements Line {}

    /**
     * The last line, if it does not end: torn, or being written just now.
     *
     * @param reason one clause for people
     */
    record Torn(long number, String reason) implements Line {}
  }

  /**
   * All lines from the first to the last; empty ones are left out. Reads as it goes, in bounded
   * memory. Close the stream. A log that is not there has none.
   *
   * @return a sequential stream, whose traversal may throw {@link LeaseStoreException}
   * @throws LeaseStoreException if it cannot be read
   */
  public Stream<Line> lines() {
    try {
      // As the sink does: what it would not write to tells nothing that it wrote.
      Optional<Entry> found = Entry.at(file);
      if (found.isEmpty()) {
        return Stream.empty();
      }
      if (!found.get().isRegularFile()) {
        throw StoreTrouble.notAnAudit(Optional.empty(), file, found.get());
      }
      TextLines lines = new TextLines(new FileInputStream(file.toFile()));
      return StreamSupport.stream(new Decoder(lines), false).onClose(() -> close(lines));
    } catch (IOException e) {
      throw trouble(e);
    }
  }

  private void close(TextLines lines) {
    try {
      lines.close();
    } catch (IOException e) {
      throw trouble(e);
    }
  }

  private LeaseStoreException trouble(IOException e) {
    return StoreTrouble.of(Optional.empty(), "could not read " + file, file, e);
  }

  /** Decodes line after line. */
  private final class Decoder extends Spliterators.AbstractSpliterator<Line> {
    private final TextLines lines;

    Decoder(TextLines lines) {
      super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
      this.lines = lines;
    }

    @Override
    public boolean tryAdvance(Consumer<? super Line> action) {
      try {
        while (lines.next()) {
          if (!lines.isEmpty()) {
            action.accept(line());
            return true;
          }
        }
        return false;
      } catch (IOException e) {
        throw trouble(e);
      }
    }

    private Line line() {
      if (!lines.isWhole()) {
        return new Line.Torn(lines.number(), "the last line has no end");
      }
      if (lines.isCut()) {
        return new Line.Undecodable(
            lines.number(), "it is longer than " + TextLines.MAX_BYTES + " bytes");
      }
      DecodedEvent decoded = EventJson.decode(lines.bytes());
      if (decoded instanceof DecodedEvent.Decoded event) {
        return new Line.Event(lines.number(), event.event());
      }
      return new Line.Undecodable(lines.number(), ((DecodedEvent.Undecodable) decoded).reason());
    }
  }
}
