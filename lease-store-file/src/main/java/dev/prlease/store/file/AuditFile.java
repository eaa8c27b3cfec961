package dev.prlease.store.file;

import dev.prlease.json.DecodedEvent;
import dev.prlease.json.EventJson;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** One file of a log, open for reading. Used by one thread. */
final class AuditFile implements AutoCloseable {
  private final Entry entry;
  private final TextLines lines;
  private Path path;

  /** The line without an end that was told of, by its number and length. */
  private long toldNumber;

  private long toldLength;

  private AuditFile(Path path, Entry entry, TextLines lines) {
    this.path = path;
    this.entry = entry;
    this.lines = lines;
  }

  /** The file that stands at {@code path}, if there is one. */
  static Optional<AuditFile> open(Path path) throws IOException {
    while (true) {
      Optional<Entry> found = Entry.at(path);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      if (!found.get().isRegularFile()) {
        // As the sink does: what it would not write to tells nothing that it wrote.
        throw StoreTrouble.notAnAudit(Optional.empty(), path, found.get());
      }
      Optional<AuditFile> file = open(path, found.get());
      if (file.isPresent()) {
        return file;
      }
    }
  }

  /** Empty if another file has taken its place meanwhile. */
  private static Optional<AuditFile> open(Path path, Entry found) throws IOException {
    FileInputStream in;
    try {
      in = new FileInputStream(path.toFile());
    } catch (FileNotFoundException e) {
      if (Entry.at(path).isPresent()) {
        throw e;
      }
      return Optional.empty();
    }
    AuditFile file = new AuditFile(path, found, new TextLines(in));
    boolean isIt = false;
    try {
      // While it is open its inode is nobody else's.
      isIt = Entry.at(path).filter(found::isSameFile).isPresent();
    } finally {
      if (!isIt) {
        file.close();
      }
    }
    return isIt ? Optional.of(file) : Optional.empty();
  }

  /** Whether {@code other} is this file. */
  boolean is(Optional<Entry> other) {
    return other.isPresent() && other.get().isSameFile(entry);
  }

  Entry entry() {
    return entry;
  }

  /** It is called {@code name} by now. */
  void rename(Path name) {
    path = name;
  }

  /** The next line that has an end, is not empty and was not told of already. */
  Optional<AuditLog.Line> next() throws IOException {
    while (lines.next()) {
      if (!lines.isEmpty()) {
        AuditLog.Line line = line();
        if (line instanceof AuditLog.Line.Event || !isTold()) {
          return Optional.of(line);
        }
      }
    }
    return Optional.empty();
  }

  private AuditLog.Line line() {
    if (lines.isCut()) {
      return new AuditLog.Line.Undecodable(
          path, lines.number(), "it is longer than " + TextLines.MAX_BYTES + " bytes");
    }
    DecodedEvent decoded = EventJson.decode(lines.bytes());
    return decoded instanceof DecodedEvent.Decoded event
        ? new AuditLog.Line.Event(path, lines.number(), event.event())
        : new AuditLog.Line.Undecodable(
            path, lines.number(), ((DecodedEvent.Undecodable) decoded).reason());
  }

  /** What there is of the last line, if it has no end and was not told of already. */
  Optional<AuditLog.Line.Torn> torn() {
    return lines.isWhole() || isTold()
        ? Optional.empty()
        : Optional.of(new AuditLog.Line.Torn(path, lines.number(), lines.length()));
  }

  /** That one is told of now. Should it be an event once it has its end, that is told, too. */
  void tell(AuditLog.Line.Torn torn) {
    toldNumber = torn.number();
    toldLength = torn.length();
  }

  private boolean isTold() {
    return lines.number() == toldNumber && lines.length() == toldLength;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
