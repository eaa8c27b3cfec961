package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file name of a key in our layout, such as {@code rysweet__amplihack-rs__pr-1051.json}, {@code
 * …__issue-760.json}, or {@code ghe.example.com@owner__name__pr-7.json} for another host.
 *
 * <p>Why no two keys share a name, and why each name leads back to its key:
 *
 * <ul>
 *   <li>Keys are equal without regard to ASCII case, so the name is that of the canonical key, all
 *       in lower case, and a file system that folds case cannot merge two of them either.
 *   <li>Segments are joined by {@code __}. Within one, an underscore at its start, at its end or
 *       after another is written {@code %5f}, so {@code __} occurs at joints only, never three in a
 *       row.
 *   <li>Every byte of UTF-8 outside {@code [a-z0-9._-]} is written {@code %xx}; so are {@code %}
 *       and {@code @} themselves. A leading dot is too: no name is hidden, {@code .} or {@code ..}.
 *   <li>The last part is always {@code pr-N} or {@code issue-N}.
 *   <li>A name of more than {@value #MAX_LENGTH} bytes is cut, and ends in {@code ~} and 128 bits
 *       of a digest of all of it. {@code ~} occurs in no other name. The key of such a file is read
 *       from its content.
 * </ul>
 */
final class Slug {
  /** Longest name in bytes, {@code .json} included; room is left for {@code .lock}. */
  static final int MAX_LENGTH = 200;

  static final String SUFFIX = ".json";

  private static final String JOINT = "__";
  private static final char HOST_END = '@';
  private static final char DIGEST_START = '~';
  private static final int DIGEST_BYTES = 16;

  private Slug() {}

  /** The file name of {@code key}. */
  static String of(LeaseKey key) {
    LeaseKey canonical = key.canonical();
    StringBuilder name = new StringBuilder(64);
    if (!canonical.onDefaultHost()) {
      appendSegment(name, canonical.host());
      name.append(HOST_END);
    }
    String repo = canonical.repo();
    int from = 0;
    for (int slash = repo.indexOf('/'); slash >= 0; slash = repo.indexOf('/', from)) {
      appendSegment(name, repo.substring(from, slash));
      name.append(JOINT);
      from = slash + 1;
    }
    appendSegment(name, repo.substring(from));
    name.append(JOINT).append(kindText(canonical.kind())).append(canonical.number());
    return withSuffix(name.toString(), MAX_LENGTH);
  }

  /** The ASCII text {@code name} as a file name of at most {@code most} bytes, see above. */
  static String withSuffix(String name, int most) {
    return name.length() + SUFFIX.length() > most ? digested(name, most) : name + SUFFIX;
  }

  /**
   * The canonical key that {@code fileName} stands for; empty if it is no name of ours, or ends in
   * a digest.
   */
  static Optional<LeaseKey> key(String fileName) {
    if (!fileName.endsWith(SUFFIX) || isCut(fileName)) {
      return Optional.empty();
    }
    try {
      return parse(fileName.substring(0, fileName.length() - SUFFIX.length()))
          .filter(found -> of(found).equals(fileName));
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }

  /** Whether {@code fileName} ends in a digest, so that it does not tell its key. */
  static boolean isCut(String fileName) {
    return fileName.indexOf(DIGEST_START) >= 0;
  }

  private static void appendSegment(StringBuilder name, String segment) {
    byte[] bytes = segment.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      int b = bytes[i] & 0xff;
      if (isPlain(bytes, i)) {
        name.append((char) b);
      } else {
        Ascii.appendHex(name.append('%'), b);
      }
    }
  }

  private static boolean isPlain(byte[] segment, int at) {
    byte b = segment[at];
    return switch (b) {
      case '-' -> true;
      case '.' -> at > 0;
      case '_' -> at > 0 && at < segment.length - 1 && segment[at - 1] != '_';
      default -> Ascii.isLowerOrDigit(b);
    };
  }

  private static String kindText(LeaseKey.Kind kind) {
    return switch (kind) {
      case PULL_REQUEST -> "pr-";
      case ISSUE -> "issue-";
    };
  }

  private static String digested(String name, int most) {
    byte[] digest = sha256(name.getBytes(StandardCharsets.US_ASCII));
    int kept = most - SUFFIX.length() - 1 - 2 * DIGEST_BYTES;
    StringBuilder cut = new StringBuilder(name.substring(0, kept)).append(DIGEST_START);
    for (int i = 0; i < DIGEST_BYTES; i++) {
      Ascii.appendHex(cut, digest[i]);
    }
    return cut.append(SUFFIX).toString();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static Optional<LeaseKey> parse(String name) {
    int hostEnd = name.indexOf(HOST_END);
    String host = hostEnd < 0 ? LeaseKey.DEFAULT_HOST : plain(name.substring(0, hostEnd));
    List<String> segments = split(name.substring(hostEnd + 1));
    String last = segments.remove(segments.size() - 1);
    for (LeaseKey.Kind kind : LeaseKey.Kind.values()) {
      String lead = kindText(kind);
      if (last.startsWith(lead)) {
        long number = LeaseKey.parseNumber(last.substring(lead.length()));
        return Optional.of(LeaseKey.of(host, String.join("/", segments), kind, number));
      }
    }
    return Optional.empty();
  }

  private static List<String> split(String path) {
    List<String> segments = new ArrayList<>();
    int from = 0;
    for (int joint = path.indexOf(JOINT); joint >= 0; joint = path.indexOf(JOINT, from)) {
      segments.add(plain(path.substring(from, joint)));
      from = joint + JOINT.length();
    }
    segments.add(plain(path.substring(from)));
    return segments;
  }

  /** Undoes {@code %xx}; what is malformed yields a text that is encoded differently. */
  private static String plain(String segment) {
    byte[] bytes = new byte[segment.length()];
    int length = 0;
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '%' && i + 2 < segment.length()) {
        int high = Ascii.hexValue(segment.charAt(i + 1));
        int low = Ascii.hexValue(segment.charAt(i + 2));
        c = (char) ((high << 4 | low) & 0xff);
        i += 2;
      }
      bytes[length++] = (byte) c;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
