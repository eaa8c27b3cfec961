package dev.prlease.store.file;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.json.EventJson;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Appends each event to a file as one line of JSON, on stable storage when {@link #record} returns.
 *
 * <p>Several processes may append at once: the file is opened for appending, and a line is one
 * write call, which the kernel puts at the end whole. A process that dies in the middle, or a full
 * disk, can leave a torn line; the next event then starts on a line of its own. The file is opened
 * for each event, so it may be moved away at any time.
 *
 * <p>It must belong to this user and to nobody else to write; a file that does not is refused with
 * the command that mends it.
 */
final class JsonLinesAuditSink implements AuditSink {
  private final Path directory;
  private final Path file;
  private final CurrentUser user;
  private final Disk disk;

  JsonLinesAuditSink(Path directory, CurrentUser user, Disk disk) {
    this.directory = directory;
    this.file = directory.resolve(AuditLog.FILE_NAME);
    this.user = user;
    this.disk = disk;
  }

  @Override
  public void record(AuditEvent event) {
    byte[] line = EventJson.encodeLine(event);
    InterruptShield shield = new InterruptShield();
    try {
      Entry entry = usable(event.key());
      disk.append(file, endsTorn(entry) ? onNewLine(line) : line);
    } catch (IOException e) {
      throw StoreTrouble.of(Optional.of(event.key()), "could not append to " + file, directory, e);
    } finally {
      shield.close();
    }
  }

  @Override
  public Durability durability() {
    return Durability.DURABLE;
  }

  @Override
  public void close() {
    // Nothing is held open between events.
  }

  private Entry usable(LeaseKey key) throws IOException {
    Optional<Entry> found = Entry.at(file);
    if (found.isEmpty()) {
      create();
      found = Entry.at(file);
    }
    if (found.isEmpty()) {
      throw new IOException("it vanished as soon as it was made");
    }
    check(found.get(), key);
    return found.get();
  }

  private void create() throws IOException {
    Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY);
    try {
      Files.createFile(file, OwnedFile.OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      return;
    }
    disk.syncDirectory(directory);
  }

  private void check(Entry entry, LeaseKey key) {
    if (!entry.isRegularFile()) {
      throw StoreTrouble.notRegular(Optional.of(key), file, entry);
    }
    if (entry.uid() != user.uid()) {
      throw refusal(
          key,
          " belongs to user " + entry.uid() + ", and this is user " + user.uid(),
          "Give it to this user: chown " + user.uid() + " " + ShellWord.of(file));
    }
    if (entry.isWritableByOthers()) {
      throw refusal(
          key,
          " may be written by other users",
          "Keep others out: chmod 600 " + ShellWord.of(file));
    }
  }

  private LeaseException refusal(LeaseKey key, String what, String nextStep) {
    return new LeaseStoreException(Optional.of(key), file + what, nextStep, null);
  }

  private boolean endsTorn(Entry entry) throws IOException {
    if (entry.size() == 0) {
      return false;
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long length = in.length();
      if (length == 0) {
        return false;
      }
      in.seek(length - 1);
      return in.read() != '\n';
    }
  }

  private static byte[] onNewLine(byte[] line) {
    byte[] healed = new byte[line.length + 1];
    healed[0] = '\n';
    System.arraycopy(line, 0, healed, 1, line.length);
    return healed;
  }
}
