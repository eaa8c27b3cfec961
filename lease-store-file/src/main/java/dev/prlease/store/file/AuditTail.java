package dev.prlease.store.file;

import dev.prlease.api.LeaseStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Reads a log line by line, and goes on where it stopped, across rotations. Each line is told once,
 * however often the files are renamed meanwhile. Used by one thread; close it.
 *
 * <p>A file stays open until it is done with, so which one it is does not hang on its name. Once
 * another file has taken its place, it is read to its end, then those that were rotated out after
 * it, by their numbers, then the one that is written to. Whoever opened a file just before its
 * rotation writes to it afterwards: so the last file before the current one is kept open, and
 * looked into as well, until the next rotation. What somebody who was stopped for longer than that
 * writes there is missed by a reader that follows; it is in the file.
 */
public final class AuditTail implements AutoCloseable {
  /**
   * A file that was last written so long before a time has no event of that time: clocks that are
   * further apart cannot share leases at all (rule P9).
   */
  private static final Duration MOST_SKEW = Duration.ofHours(24);

  private final AuditFiles files;
  private final Optional<Instant> since;

  /** What was found and is to be told before anything else. */
  private final Deque<AuditLog.Line> found = new ArrayDeque<>();

  private Optional<AuditFile> open = Optional.empty();
  private Optional<AuditFile> previous = Optional.empty();
  private Optional<AuditLog.Line.Torn> lastTorn = Optional.empty();
  private boolean started;

  /** Whether another file has taken the place of the one that is open. */
  private boolean isOver;

  /** The number of the last rotated file that was come to. */
  private long last;

  /** Whether the one after that need not be there: it was read, and removed or moved away since. */
  private boolean nextMayBeGone;

  AuditTail(AuditFiles files, Optional<Instant> since) {
    this.files = files;
    this.since = since;
  }

  /**
   * The next line that has an end and is not empty, if there is one by now.
   *
   * @throws LeaseStoreException if the log cannot be read
   */
  public Optional<AuditLog.Line> next() {
    try {
      while (true) {
        if (!found.isEmpty()) {
          return Optional.of(found.remove());
        }
        Optional<AuditLog.Line> line = nextOf(open);
        if (line.isEmpty()) {
          line = nextOf(previous);
        }
        if (line.isPresent()) {
          return line;
        }
        if (!goOn()) {
          return Optional.empty();
        }
      }
    } catch (IOException e) {
      throw trouble(e);
    }
  }

  private static Optional<AuditLog.Line> nextOf(Optional<AuditFile> file) throws IOException {
    return file.isPresent() ? file.get().next() : Optional.empty();
  }

  /** What there is of the last line, if it has no end: torn, or being written just now. */
  public Optional<AuditLog.Line.Torn> torn() {
    return open.flatMap(AuditFile::torn);
  }

  /**
   * The same, if it was so when this was last asked and has not grown since: nobody is writing it.
   * Told once, and not as a line again when somebody has written after it.
   */
  public Optional<AuditLog.Line.Torn> stalled() {
    Optional<AuditLog.Line.Torn> now = torn();
    if (now.isPresent() && now.equals(lastTorn)) {
      open.ifPresent(file -> file.tell(now.get()));
      return now;
    }
    lastTorn = now;
    return Optional.empty();
  }

  /** Does the next step towards more lines; false if there is none to do. */
  private boolean goOn() throws IOException {
    if (open.isPresent() && !isOver) {
      isOver = !open.get().is(Entry.at(files.current()));
      if (isOver) {
        // Perhaps there is more in it since it was read to its end.
        findNumber(open.get());
      }
      return isOver;
    }
    leave();
    return enter() || !found.isEmpty();
  }

  private void findNumber(AuditFile file) throws IOException {
    Optional<Long> number = files.numberOf(file.entry());
    nextMayBeGone = number.isEmpty();
    if (number.isPresent()) {
      last = number.get();
      file.rename(files.rotated(last));
    }
  }

  /** Is done with the file that is open but for what somebody writes late. */
  private void leave() throws IOException {
    if (open.isPresent()) {
      AuditFile done = open.get();
      done.torn()
          .ifPresent(
              torn -> {
                done.tell(torn);
                found.add(torn);
              });
      close(previous);
      previous = open;
      open = Optional.empty();
    }
  }

  /** Opens the next file; false if it is not there yet. */
  private boolean enter() throws IOException {
    if (!started) {
      skip();
      started = true;
    }
    while (true) {
      List<Long> numbers = numbersAfterLast();
      Optional<AuditFile> file =
          AuditFile.open(numbers.isEmpty() ? files.current() : files.rotated(numbers.get(0)));
      if (!numbers.isEmpty()) {
        comeTo(numbers.get(0), file);
        if (file.isEmpty()) {
          continue;
        }
      } else if (file.isEmpty()) {
        return false;
      } else if (!isNext(file.get())) {
        // It was rotated, perhaps several times, between the two looks.
        file.get().close();
        continue;
      }
      open = file;
      isOver = !file.get().is(Entry.at(files.current())) && !numbers.isEmpty();
      return true;
    }
  }

  /** Leaves out what is too old to matter. */
  private void skip() throws IOException {
    List<Long> numbers = files.numbers();
    last = numbers.isEmpty() ? 0 : numbers.get(0) - 1;
    for (long number : numbers) {
      if (since.isEmpty() || !isTooOld(files.rotated(number), since.get())) {
        return;
      }
      last = number;
    }
  }

  private static boolean isTooOld(Path file, Instant since) throws IOException {
    try {
      Instant written = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
      return written.plus(MOST_SKEW).isBefore(since);
    } catch (NoSuchFileException removed) {
      return true;
    }
  }

  private List<Long> numbersAfterLast() throws IOException {
    List<Long> numbers = new ArrayList<>(files.numbers());
    numbers.removeIf(number -> number <= last);
    return numbers;
  }

  /** Whether nothing was rotated out after the last but, by half, {@code file} itself. */
  private boolean isNext(AuditFile file) throws IOException {
    for (long number : numbersAfterLast()) {
      if (!file.is(Entry.at(files.rotated(number)))) {
        return false;
      }
    }
    return true;
  }

  private void comeTo(long number, Optional<AuditFile> file) {
    long first = last + (nextMayBeGone ? 2 : 1);
    long end = file.isPresent() ? number : number + 1;
    if (first < end) {
      found.add(new AuditLog.Line.Missing(files.rotated(first), end - first));
    }
    last = number;
    nextMayBeGone = false;
  }

  @Override
  public void close() {
    try {
      close(open);
      close(previous);
    } catch (IOException e) {
      throw trouble(e);
    }
    open = Optional.empty();
    previous = Optional.empty();
  }

  private static void close(Optional<AuditFile> file) throws IOException {
    if (file.isPresent()) {
      file.get().close();
    }
  }

  private LeaseStoreException trouble(IOException e) {
    return StoreTrouble.of(
        Optional.empty(), "could not read " + files.current(), files.current(), e);
  }
}
