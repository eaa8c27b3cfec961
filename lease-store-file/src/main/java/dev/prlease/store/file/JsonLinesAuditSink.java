package dev.prlease.store.file;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.json.EventJson;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Appends each event to a file as one line of JSON, on stable storage when {@link #record} returns.
 *
 * <p>Several processes may append at once: the file is opened for appending, and an event is one
 * write call, which the kernel puts at the end whole. A process that dies in the middle, or a full
 * disk, can leave a torn line at any moment, so no look beforehand could tell. Hence each write
 * begins with a line end of its own: an event always stands on a line of its own, and between two
 * events there is an empty line. The file is opened for each event, so it may be moved away at any
 * time. It is put aside when it has the size that {@link AuditLimits} say, see {@link
 * AuditRotation}.
 *
 * <p>It must belong to this user and to nobody else to write, and so must its directory; what does
 * not is refused with the command that mends it.
 */
final class JsonLinesAuditSink implements AuditSink {
  /** In each of them the file was replaced between two steps of ours. */
  private static final int MOST_TRIES = 1_000;

  private final Path directory;
  private final Path file;
  private final AuditFiles files;
  private final DirectoryGuard guard;
  private final CurrentUser user;
  private final AuditLimits limits;
  private final AuditRotation rotation;
  private final Disk disk;

  JsonLinesAuditSink(Path directory, CurrentUser user, AuditLimits limits, Disk disk) {
    this.directory = directory;
    this.file = directory.resolve(AuditLog.FILE_NAME);
    this.files = new AuditFiles(file);
    this.guard = new DirectoryGuard(directory, Optional.empty(), user);
    this.user = user;
    this.limits = limits;
    this.rotation = new AuditRotation(files, limits, disk);
    this.disk = disk;
  }

  @Override
  public void record(AuditEvent event) {
    byte[] line = onNewLine(EventJson.encodeLine(event));
    if (line.length > TextLines.MAX_BYTES) {
      throw StoreTrouble.eventTooLarge(event.key(), line.length);
    }
    InterruptShield shield = new InterruptShield();
    try {
      append(event.key(), line, shield);
    } catch (IOException e) {
      throw StoreTrouble.of(
          Optional.of(event.key()),
          "could not append to " + file,
          Files.exists(file) ? file : directory,
          e);
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
    rotation.close();
  }

  private void append(LeaseKey key, byte[] line, InterruptShield shield) throws IOException {
    for (int i = 0; i < MOST_TRIES; i++) {
      Entry parent = guard.ensure();
      Entry found = usable(key);
      if (limits.isFull(found.size()) && rotation.tryRotate(parent, found, shield)) {
        found = usable(key);
      }
      if (found.size() == 0) {
        // Whoever made it may not have come to this yet; no line before its name lasts.
        disk.syncDirectory(directory);
      }
      if (appended(found, line)) {
        return;
      }
    }
    throw new IOException("it was replaced again and again");
  }

  /** Whether {@code line} now stands in {@code found}, and that is where it is looked for. */
  private boolean appended(Entry found, byte[] line) throws IOException {
    try (Disk.Appender end = disk.appender(file)) {
      // While it is open its inode is nobody else's, so this tells which file it is.
      if (!isInPlace(found)) {
        return false;
      }
      end.write(line);
      return isInPlace(found) || files.numberOf(found).isPresent();
    }
  }

  private boolean isInPlace(Entry found) throws IOException {
    Optional<Entry> now = Entry.at(file);
    return now.isPresent() && now.get().isSameFile(found);
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
    try {
      Files.createFile(file, OwnedFile.OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      // Somebody was quicker.
    }
  }

  private void check(Entry entry, LeaseKey key) {
    if (!entry.isRegularFile()) {
      throw StoreTrouble.notAnAudit(Optional.of(key), file, entry);
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

  private static byte[] onNewLine(byte[] line) {
    byte[] apart = new byte[line.length + 1];
    apart[0] = '\n';
    System.arraycopy(line, 0, apart, 1, line.length);
    return apart;
  }
}
