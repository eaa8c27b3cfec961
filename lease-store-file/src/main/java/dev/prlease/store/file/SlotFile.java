package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a slot's file says, and which version of the slot it is.
 *
 * <p>A version is a digest of the bytes with the file's inode and change time. The bytes alone
 * would not do: an older program that releases writes the same ones again and again. Inode and time
 * alone would not either: an inode is soon used again, and change times are only as fine as the
 * kernel's timer. With all three, content that comes from two writes has one version only where an
 * older program wrote the same bytes into the same inode within one tick, and then it makes no
 * difference which; our own writes carry a random id.
 */
final class SlotFile {
  /** A record is a few hundred bytes; what is larger than this is none, and is not read. */
  static final int MAX_BYTES = 1 << 20;

  private static final SlotVersion ABSENT = new SlotVersion("absent");

  private SlotFile() {}

  /**
   * The slot in {@code file}.
   *
   * @throws LeaseStoreException if something else than a regular file stands there
   */
  static LeaseSlot read(Path file, Optional<LeaseKey> key, InterruptShield shield)
      throws IOException {
    return new SlotReader(shield).read(file, key);
  }

  /** A slot whose file is not there. */
  static LeaseSlot absent() {
    return LeaseSlot.Vacant.absent(ABSENT);
  }

  /** The version of {@code bytes} in the file that {@code entry} describes. */
  static SlotVersion version(byte[] bytes, Entry entry) {
    return version(bytes, bytes.length, entry);
  }

  /** The same of the first {@code length} bytes. */
  static SlotVersion version(byte[] bytes, int length, Entry entry) {
    return version(hash(bytes, length), entry);
  }

  private static SlotVersion version(long content, Entry entry) {
    return new SlotVersion(
        Long.toHexString(content)
            + "-"
            + Long.toHexString(entry.inode())
            + "-"
            + Long.toHexString(entry.changed()));
  }

  /** A slot whose file has more bytes than it may. */
  static LeaseSlot tooLarge(Entry entry) {
    return new LeaseSlot.Unreadable(
        version(entry.size(), entry),
        LeaseSlot.Defect.CORRUPT,
        "it is larger than " + MAX_BYTES + " bytes",
        Optional.empty());
  }

  /** Quick, 64 bits wide, and good enough where nobody gains by a collision. */
  private static long hash(byte[] bytes, int length) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
    long hash = length;
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
