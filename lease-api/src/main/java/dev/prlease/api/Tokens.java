package dev.prlease.api;

import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;

/** Random identifiers nobody can guess or meet by accident: 128 bits as 32 hexadecimal digits. */
final class Tokens {
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final int BYTES = 16;

  private Tokens() {}

  static String random() {
    byte[] bytes = kernelBytes().orElseGet(Tokens::libraryBytes);
    char[] text = new char[2 * BYTES];
    for (int i = 0; i < BYTES; i++) {
      text[2 * i] = HEX[(bytes[i] >> 4) & 0xf];
      text[2 * i + 1] = HEX[bytes[i] & 0xf];
    }
    return new String(text);
  }

  /**
   * The kernel's own, read directly: it is where {@link SecureRandom} gets them from too, which
   * costs a command more than half of what the start of a JVM does.
   */
  private static Optional<byte[]> kernelBytes() {
    try (FileInputStream in = new FileInputStream("/dev/urandom")) {
      byte[] bytes = in.readNBytes(BYTES);
      return bytes.length == BYTES ? Optional.of(bytes) : Optional.empty();
    } catch (IOException notHere) {
      return Optional.empty();
    }
  }

  private static byte[] libraryBytes() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
