package dev.prlease.store.git;

import dev.prlease.api.LeaseKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Which reference a key has: {@code refs/leases/acme/app__pr-7}, {@code …/app__issue-760}, and with
 * the host in front where it is another than usual: {@code refs/leases/ghe.example.com@/acme/…}.
 *
 * <p>Different keys have different names, whatever git and file systems make of them. All is lower
 * case, for servers whose disk folds it. Within a segment a byte outside {@code [a-z0-9._-]}, a dot
 * that git would not allow, and an underscore at an end or after another are written {@code %xx}.
 * So two underscores stand in the last component alone: no name is the beginning of another's path,
 * which git could not keep side by side. Components that are too long for a disk are cut and end in
 * a digest; the key in the record is the truth.
 */
final class RefNames {
  private static final String HOST_END = "@";
  private static final String JOINT = "__";
  private static final String PULL_REQUEST = "pr-";
  private static final String ISSUE = "issue-";

  /** Never in an encoded segment: after a percent sign come two hexadecimal digits. */
  private static final String DIGEST_START = "%-";

  /** Disks take 255 bytes, and git adds {@code .lock}. */
  private static final int LONGEST = 180;

  private final String namespace;

  RefNames(String namespace) {
    this.namespace = namespace;
  }

  /** A pattern of all that is in the namespace. */
  String all() {
    return namespace + "/*";
  }

  String of(LeaseKey key) {
    LeaseKey canonical = key.canonical();
    StringBuilder name = new StringBuilder(namespace).append('/');
    if (!canonical.onDefaultHost()) {
      name.append(cut(encode(canonical.host()), HOST_END)).append('/');
    }
    String[] segments = canonical.repo().split("/", -1);
    for (int i = 0; i < segments.length - 1; i++) {
      name.append(cut(encode(segments[i]), "")).append('/');
    }
    String kind = canonical.kind() == LeaseKey.Kind.ISSUE ? ISSUE : PULL_REQUEST;
    return name.append(
            cut(encode(segments[segments.length - 1]), JOINT + kind + canonical.number()))
        .toString();
  }

  /** Whose name it is, if it is one of ours and was not cut. */
  Optional<LeaseKey> key(String ref) {
    if (!ref.startsWith(namespace + "/") || ref.contains(DIGEST_START)) {
      return Optional.empty();
    }
    try {
      Optional<LeaseKey> key = parse(ref.substring(namespace.length() + 1));
      return key.filter(found -> of(found).equals(ref));
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }

  private static Optional<LeaseKey> parse(String path) {
    List<String> components = new ArrayList<>(List.of(path.split("/", -1)));
    String host = LeaseKey.DEFAULT_HOST;
    if (components.get(0).endsWith(HOST_END)) {
      String first = components.remove(0);
      host = decode(first.substring(0, first.length() - HOST_END.length()));
    }
    String last = components.remove(components.size() - 1);
    int joint = last.lastIndexOf(JOINT);
    if (joint < 0) {
      return Optional.empty();
    }
    String number = last.substring(joint + JOINT.length());
    boolean issue = number.startsWith(ISSUE);
    if (!issue && !number.startsWith(PULL_REQUEST)) {
      return Optional.empty();
    }
    StringBuilder repo = new StringBuilder();
    for (String component : components) {
      repo.append(decode(component)).append('/');
    }
    repo.append(decode(last.substring(0, joint)));
    return Optional.of(
        LeaseKey.of(
            host,
            repo.toString(),
            issue ? LeaseKey.Kind.ISSUE : LeaseKey.Kind.PULL_REQUEST,
            LeaseKey.parseNumber(
                number.substring(issue ? ISSUE.length() : PULL_REQUEST.length()))));
  }

  private static String cut(String encoded, String ending) {
    if (encoded.length() + ending.length() <= LONGEST) {
      return encoded + ending;
    }
    String digest = HexFormat.of().formatHex(sha256(encoded.getBytes(StandardCharsets.US_ASCII)));
    return encoded.substring(0, LONGEST / 3) + DIGEST_START + digest + ending;
  }

  private static String encode(String segment) {
    byte[] bytes = segment.getBytes(StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (isPlain(bytes, i)) {
        text.append((char) bytes[i]);
      } else {
        text.append('%').append(HexFormat.of().toHexDigits(bytes[i]));
      }
    }
    return text.toString();
  }

  private static boolean isPlain(byte[] segment, int at) {
    byte b = segment[at];
    boolean first = at == 0;
    boolean last = at == segment.length - 1;
    return switch (b) {
      case '-' -> true;
      case '_' -> !first && !last && segment[at - 1] != '_';
      case '.' -> !first && !last && segment[at - 1] != '.' && !isLock(segment, at);
      default -> (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9');
    };
  }

  /** Git keeps {@code .lock} at an end for itself. */
  private static boolean isLock(byte[] segment, int at) {
    return segment.length == at + 5
        && segment[at + 1] == 'l'
        && segment[at + 2] == 'o'
        && segment[at + 3] == 'c'
        && segment[at + 4] == 'k';
  }

  private static String decode(String text) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (i + 2 >= text.length()) {
          throw new IllegalArgumentException("a cut escape in " + text);
        }
        bytes[length++] = (byte) HexFormat.fromHexDigits(text, i + 1, i + 3);
        i += 2;
      } else {
        bytes[length++] = (byte) c;
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
