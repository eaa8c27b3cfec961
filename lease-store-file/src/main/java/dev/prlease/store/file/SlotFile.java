package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.json.SlotJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Reads slots from files.
 *
 * <p>A version is a digest of the bytes with the file's inode and change time. The bytes alone
 * would not do: an older program that releases writes the same ones again and again. Inode and time
 * alone would not either: an inode is soon used again, and change times are only as fine as the
 * kernel's timer. With all three, content that comes from two writes has one version only where an
 * older program wrote the same bytes into the same inode within one tick, and then it makes no
 * difference which; our own writes carry a random id.
 *
 * <p>A reader takes no lock, so the file may be replaced between the look at its entry and the
 * reading. The version is then one that no state has, and an exchange that expects it is refused
 * with the slot as it really is: one needless round, and the price of a second look saved.
 */
final class SlotFile {
  /** A record is a few hundred bytes; what is larger than this is none, and is not read. */
  static final int MAX_BYTES = 1 << 20;

  private static final SlotVersion ABSENT = new SlotVersion("absent");
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private SlotFile() {}

  /**
   * The slot in {@code file}.
   *
   * @throws LeaseStoreException if something else than a regular file stands there
   */
  static LeaseSlot read(Path file, Optional<LeaseKey> key, InterruptShield shield)
      throws IOException {
    Optional<Entry> entry = Entry.at(file);
    if (entry.isEmpty()) {
      return LeaseSlot.Vacant.absent(ABSENT);
    }
    if (!entry.get().isRegularFile()) {
      throw StoreTrouble.notRegular(key, file, entry.get());
    }
    if (entry.get().size() > MAX_BYTES) {
      return tooLarge(entry.get());
    }
    try {
      byte[] bytes = bytes(file, (int) entry.get().size(), shield);
      return bytes.length > MAX_BYTES
          ? tooLarge(entry.get())
          : SlotJson.decode(bytes).at(version(bytes, entry.get()));
    } catch (NoSuchFileException e) {
      return LeaseSlot.Vacant.absent(ABSENT);
    }
  }

  /** The version of {@code bytes} in the file that {@code entry} describes. */
  static SlotVersion version(byte[] bytes, Entry entry) {
    return version(hash(bytes), entry);
  }

  private static SlotVersion version(long content, Entry entry) {
    return new SlotVersion(
        Long.toHexString(content)
            + "-"
            + Long.toHexString(entry.inode())
            + "-"
            + Long.toHexString(entry.changed()));
  }

  private static LeaseSlot tooLarge(Entry entry) {
    return new LeaseSlot.Unreadable(
        version(entry.size(), entry),
        LeaseSlot.Defect.CORRUPT,
        "it is larger than " + MAX_BYTES + " bytes",
        Optional.empty());
  }

  /**
   * The content of {@code file}, which had {@code size} bytes when it was looked at; at most one
   * byte more than {@link #MAX_BYTES}. A file that still has that size takes one read call.
   */
  private static byte[] bytes(Path file, int size, InterruptShield shield) throws IOException {
    // Written out: a lambda costs a command that reads one lease a part of its start.
    return shield.retrying(
        new InterruptShield.Work<byte[]>() {
          @Override
          public byte[] run() throws IOException {
            return bytes(file, size);
          }
        });
  }

  private static byte[] bytes(Path file, int size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, READ)) {
      ByteBuffer buffer = ByteBuffer.allocate(size + 1);
      int read = channel.read(buffer);
      while (read >= 0 && buffer.position() != size && buffer.position() <= MAX_BYTES) {
        if (!buffer.hasRemaining()) {
          int larger = Math.min(2 * buffer.capacity() + 1024, MAX_BYTES + 1);
          buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), larger)).position(buffer.limit());
        }
        read = channel.read(buffer);
      }
      return Arrays.copyOf(buffer.array(), buffer.position());
    }
  }

  /** Quick, 64 bits wide, and good enough where nobody gains by a collision. */
  private static long hash(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long hash = bytes.length;
    while (buffer.remaining() >= Long.BYTES) {
      hash = mix(hash, buffer.getLong());
    }
    while (buffer.hasRemaining()) {
      hash = mix(hash, buffer.get());
    }
    return hash;
  }

  private static long mix(long hash, long next) {
    long mixed = (hash ^ next) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 32);
  }
}
