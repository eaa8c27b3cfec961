package dev.prlease.api;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;

/** Identifiers that nobody meets by accident: 128 bits as 32 hexadecimal digits. */
final class Tokens {
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final int BYTES = 16;

  private Tokens() {}

  /** One that nobody can guess. */
  static String random() {
    return text(randomBytes());
  }

  /**
   * One that nobody meets by accident, and that is no secret: the process has random bits of its
   * own, and each token varies them. A store writes one each time, and asking the kernel for each
   * costs as much as a lock.
   */
  static String unique() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return text(
        ByteBuffer.allocate(BYTES)
            .putLong(OfProcess.HIGH ^ random.nextLong())
            .putLong(OfProcess.LOW ^ random.nextLong())
            .array());
  }

  /** Drawn by the first who needs them, and never again. */
  private static final class OfProcess {
    static final long HIGH;
    static final long LOW;

    static {
      ByteBuffer bits = ByteBuffer.wrap(randomBytes());
      HIGH = bits.getLong();
      LOW = bits.getLong();
    }
  }

  private static String text(byte[] bytes) {
    char[] text = new char[2 * BYTES];
    for (int i = 0; i < BYTES; i++) {
      text[2 * i] = HEX[(bytes[i] >> 4) & 0xf];
      text[2 * i + 1] = HEX[bytes[i] & 0xf];
    }
    return new String(text);
  }

  private static byte[] randomBytes() {
    byte[] bytes = new byte[BYTES];
    synchronized (Drawn.BITS) {
      if (!Drawn.BITS.hasRemaining()) {
        Drawn.draw();
      }
      Drawn.BITS.get(bytes);
    }
    return bytes;
  }

  /**
   * Random bytes for some tokens to come: to open the kernel's file for each costs as a lock does.
   */
  private static final class Drawn {
    static final ByteBuffer BITS = ByteBuffer.allocate(64 * BYTES).flip(); // guarded by itself

    static void draw() {
      byte[] bytes = BITS.array();
      if (!drawFromKernel(bytes)) {
        new SecureRandom().nextBytes(bytes);
      }
      BITS.clear();
    }

    /**
     * The kernel's own, read directly: it is where {@link SecureRandom} gets them from too, which
     * costs a command more than half of what the start of a JVM does.
     */
    private static boolean drawFromKernel(byte[] bytes) {
      try (FileInputStream in = new FileInputStream("/dev/urandom")) {
        return in.readNBytes(bytes, 0, bytes.length) == bytes.length;
      } catch (IOException notHere) {
        return false;
      }
    }
  }
}
