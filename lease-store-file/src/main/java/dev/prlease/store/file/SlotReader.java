package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.json.SlotDecoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/**
 * Reads slots from files, one after another and all into one buffer. Used by one thread.
 *
 * <p>A reader takes no lock, so the file may be replaced between the look at its entry and the
 * reading. The version is then one that no state has, and an exchange that expects it is refused
 * with the slot as it really is: one needless round, and the price of a second look saved.
 */
final class SlotReader {
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final InterruptShield shield;
  private final SlotDecoder decoder = new SlotDecoder();
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  SlotReader(InterruptShield shield) {
    this.shield = shield;
  }

  /**
   * The slot in {@code file}.
   *
   * @throws LeaseStoreException if something else than a regular file stands there
   */
  LeaseSlot read(Path file, Optional<LeaseKey> key) throws IOException {
    Optional<Entry> entry = Entry.at(file);
    if (entry.isEmpty()) {
      return SlotFile.absent();
    }
    if (!entry.get().isRegularFile()) {
      throw StoreTrouble.notRegular(key, file, entry.get());
    }
    if (entry.get().size() > SlotFile.MAX_BYTES) {
      return SlotFile.tooLarge(entry.get());
    }
    try {
      int length = length(file, (int) entry.get().size());
      if (length > SlotFile.MAX_BYTES) {
        return SlotFile.tooLarge(entry.get());
      }
      byte[] bytes = buffer.array();
      return decoder.decode(bytes, length).at(SlotFile.version(bytes, length, entry.get()));
    } catch (NoSuchFileException e) {
      return SlotFile.absent();
    }
  }

  /**
   * Reads {@code file}, which had {@code size} bytes when it was looked at, into the buffer, and
   * says how many bytes it has now; at most one more than {@link SlotFile#MAX_BYTES}. A file that
   * still has that size takes one read call.
   */
  private int length(Path file, int size) throws IOException {
    // Written out: a lambda costs a command that reads one lease a part of its start.
    return shield.retrying(
        new InterruptShield.Work<Integer>() {
          @Override
          public Integer run() throws IOException {
            return fill(file, size);
          }
        });
  }

  private int fill(Path file, int size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, READ)) {
      makeRoom(size + 1);
      buffer.clear().limit(size + 1);
      int read = channel.read(buffer);
      while (read >= 0 && buffer.position() != size && buffer.position() <= SlotFile.MAX_BYTES) {
        if (!buffer.hasRemaining()) {
          int larger = Math.min(2 * buffer.limit() + 1024, SlotFile.MAX_BYTES + 1);
          makeRoom(larger);
          buffer.limit(larger);
        }
        read = channel.read(buffer);
      }
      return buffer.position();
    }
  }

  /** What is read already stays. */
  private void makeRoom(int needed) {
    if (buffer.capacity() < needed) {
      buffer = ByteBuffer.allocate(needed).put(buffer.flip());
    }
  }
}
