package dev.prlease.store.git;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Git objects in a directory of our own, written and read as git does: {@code type length}, a zero
 * byte and the content, deflated, under the name of its SHA-1.
 *
 * <p>Written by hand because it is a dozen lines and saves the start of three processes a change;
 * and because no identity, signing or hook of the user's has a part in it then.
 */
final class LooseObjects {
  /** Far more than a record; what somebody else put there need not be read to its end. */
  static final int LONGEST = 1 << 22;

  private final Path directory;
  private final AtomicLong names = new AtomicLong();

  LooseObjects(Path directory) {
    this.directory = directory;
  }

  /** An object that need not be read to its end. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(String id) {
      super("the object " + id + " is longer than " + LONGEST + " bytes");
    }
  }

  /** An object as it is kept. */
  static final class Read {
    private final String type;
    private final byte[] content;

    Read(String type, byte[] content) {
      this.type = type;
      this.content = content;
    }

    String type() {
      return type;
    }

    byte[] content() {
      return content;
    }
  }

  /** Adds an object, and tells its name. */
  String write(String type, byte[] content) throws IOException {
    byte[] header = (type + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII);
    String id = name(header, content);
    Path file = file(id);
    if (Files.exists(file)) {
      return id;
    }
    Files.createDirectories(directory.resolve(id.substring(0, 2)));
    // Renamed into place: another thread may ask git to send it at any time.
    Path made = directory.resolve("tmp_" + names.incrementAndGet());
    PlainFiles.write(made, deflated(header, content));
    Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    return id;
  }

  /** Whether the object {@code id} is here. */
  boolean has(String id) {
    return Files.exists(file(id));
  }

  /** The object {@code id}, if it is here. */
  Optional<Read> read(String id) throws IOException {
    byte[] bytes;
    try (InputStream in = new InflaterInputStream(PlainFiles.open(file(id)))) {
      bytes = in.readNBytes(LONGEST + 1);
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    }
    int blank = indexOf(bytes, (byte) ' ', 0);
    int zero = indexOf(bytes, (byte) 0, 0);
    if (blank < 0 || zero < blank) {
      throw new IOException("the object " + id + " has no header");
    }
    if (bytes.length > LONGEST) {
      throw new TooLongException(id);
    }
    return Optional.of(
        new Read(
            new String(bytes, 0, blank, StandardCharsets.US_ASCII),
            Arrays.copyOfRange(bytes, zero + 1, bytes.length)));
  }

  static int indexOf(byte[] bytes, byte wanted, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private Path file(String id) {
    return directory.resolve(id.substring(0, 2)).resolve(id.substring(2));
  }

  private static String name(byte[] header, byte[] content) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(header);
      return HexFormat.of().formatHex(sha1.digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  private static byte[] deflated(byte[] header, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length / 2 + 64);
    Deflater quick = new Deflater(Deflater.BEST_SPEED);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, quick)) {
      out.write(header);
      out.write(content);
    } finally {
      quick.end();
    }
    return bytes.toByteArray();
  }
}
