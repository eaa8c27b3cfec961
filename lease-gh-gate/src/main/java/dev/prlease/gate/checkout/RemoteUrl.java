package dev.prlease.gate.checkout;

import dev.prlease.api.forge.RepositoryId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The URL of a remote, in any spelling that git reads, and the repository of a forge that it leads
 * to. Users, passwords and ports say nothing about that: one host name is one forge, whichever way
 * it is reached. The rewriting of {@code url.<base>.insteadOf} has been done already.
 *
 * <pre>
 * https://user:token@github.com:443/Owner/Name.git/     github.com, Owner/Name
 * git@github.com:owner/name                             ssh://git@ssh.github.com:443/owner/name.git
 * git://www.github.com/owner/name                       git+ssh://github.com/owner/name
 * /srv/git/name.git   ../name   file:///srv/name.git    no forge
 * </pre>
 *
 * <p>Immutable. It never shows a credential.
 */
public final class RemoteUrl {
  /** How a remote is reached. */
  public enum Transport {
    /** By HTTP or HTTPS. */
    HTTP,
    /** By SSH; the host may be an alias that only SSH's configuration explains. */
    SSH,
    /** By git's own protocol, without encryption. */
    GIT,
    /** On this machine. */
    LOCAL,
    /** By a helper program. */
    OTHER
  }

  private final Transport transport;
  private final String host;
  private final String path;

  private RemoteUrl(Transport transport, String host, String path) {
    this.transport = transport;
    this.host = host;
    this.path = path;
  }

  /** Reads {@code url} as git does. Nothing is refused: what leads nowhere has no repository. */
  public static RemoteUrl parse(String url) {
    String text = url.strip();
    int scheme = text.indexOf("://");
    if (isScheme(text, scheme)) {
      return ofScheme(
          text.substring(0, scheme).toLowerCase(Locale.ROOT), text.substring(scheme + 3));
    }
    if (isHelper(text)) {
      return new RemoteUrl(Transport.OTHER, "", "");
    }
    int colon = endOfShortHost(text);
    int slash = text.indexOf('/');
    if (colon < 0 || (slash >= 0 && slash < colon && !text.startsWith("["))) {
      return new RemoteUrl(Transport.LOCAL, "", text);
    }
    String authority = text.substring(0, colon);
    if (authority.startsWith("[") && authority.endsWith("]")) {
      // [user@host:port]:path
      authority = authority.substring(1, authority.length() - 1);
    }
    return new RemoteUrl(Transport.SSH, hostOf(authority), text.substring(colon + 1));
  }

  private static boolean isScheme(String text, int end) {
    if (end <= 0) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !(i > 0 && ((c >= '0' && c <= '9') || "+-.".indexOf(c) >= 0))) {
        return false;
      }
    }
    return true;
  }

  /** {@code helper::address}. */
  private static boolean isHelper(String text) {
    int colons = text.indexOf("::");
    if (colons <= 0) {
      return false;
    }
    for (int i = 0; i < colons; i++) {
      char c = text.charAt(i);
      if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
          && c != '-') {
        return false;
      }
    }
    return true;
  }

  /** The colon behind {@code host}, {@code user@host} or {@code [host:port]}; -1: there is none. */
  private static int endOfShortHost(String text) {
    int from = 0;
    int bracket = text.indexOf('[');
    if (bracket == 0 || (bracket > 0 && text.charAt(bracket - 1) == '@')) {
      int close = text.indexOf(']', bracket);
      from = close < 0 ? 0 : close;
    }
    return text.indexOf(':', from);
  }

  private static RemoteUrl ofScheme(String scheme, String rest) {
    Transport transport =
        switch (scheme) {
          case "http", "https", "git+http", "git+https" -> Transport.HTTP;
          case "ssh", "git+ssh", "ssh+git" -> Transport.SSH;
          case "git" -> Transport.GIT;
          case "file" -> Transport.LOCAL;
          default -> Transport.OTHER;
        };
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String path = slash < 0 ? "" : rest.substring(slash);
    return new RemoteUrl(transport, hostOf(authority), decoded(path));
  }

  /** Without user and port; a numeric address in brackets keeps them. */
  private static String hostOf(String authority) {
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    if (host.startsWith("[")) {
      int close = host.indexOf(']');
      return close < 0 ? host : host.substring(0, close + 1);
    }
    int colon = host.indexOf(':');
    String name = (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /** What is no valid encoding stays as it is: no repository is named so. */
  private static String decoded(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    byte[] raw = path.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(raw.length);
    for (int i = 0; i < raw.length; i++) {
      int high = raw[i] == '%' && i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(raw[i + 2], 16);
      if (low >= 0) {
        bytes.put((byte) (high * 16 + low));
        i += 2;
      } else {
        bytes.put(raw[i]);
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException notText) {
      return path;
    }
  }

  /** How the remote is reached. */
  public Transport transport() {
    return transport;
  }

  /** The host as it is written, in lower case; empty if there is none. */
  public String host() {
    return host;
  }

  /** The same on the host that {@code name} really is. */
  RemoteUrl onHost(String name) {
    return new RemoteUrl(transport, hostOf(name), path);
  }

  /** The repository of a forge that it leads to; empty if it leads to none. */
  public Optional<RepositoryId> repository() {
    boolean elsewhere = transport != Transport.LOCAL && transport != Transport.OTHER;
    // No forge has a percent sign in a name: it is left of what could not be decoded.
    if (!elsewhere || host.isEmpty() || path.indexOf('%') >= 0) {
      return Optional.empty();
    }
    List<String> segments = segments();
    String forge = Forges.hostOf(host);
    if (segments.size() < 2 || (segments.size() > 2 && Forges.hasOwnersOnly(forge))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new RepositoryId(forge, String.join("/", segments)));
    } catch (IllegalArgumentException noRepository) {
      return Optional.empty();
    }
  }

  private List<String> segments() {
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      if (!segment.isEmpty()) {
        segments.add(segment);
      }
    }
    if (!segments.isEmpty()) {
      String last = segments.remove(segments.size() - 1);
      boolean suffixed = last.toLowerCase(Locale.ROOT).endsWith(".git");
      String name = suffixed ? last.substring(0, last.length() - ".git".length()) : last;
      if (!name.isEmpty()) {
        segments.add(name);
      }
    }
    return segments;
  }

  /** For people, without user or password. */
  @Override
  public String toString() {
    return switch (transport) {
      case LOCAL -> path;
      case OTHER -> "a remote helper";
      case HTTP -> "https://" + host + path;
      case SSH -> "ssh://" + host + (path.startsWith("/") ? path : "/" + path);
      case GIT -> "git://" + host + path;
    };
  }
}
