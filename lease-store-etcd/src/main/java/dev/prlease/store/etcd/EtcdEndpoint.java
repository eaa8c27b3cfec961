package dev.prlease.store.etcd;

/**
 * Where a member of the cluster is reached by clients.
 *
 * @param host a name or an address; that of IPv6 without brackets
 * @param port 1 to 65535
 */
public record EtcdEndpoint(String host, int port) {
  /** The port of etcd's clients. */
  public static final int DEFAULT_PORT = 2379;

  private static final int LAST_PORT = 65_535;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public EtcdEndpoint {
    if (host.isEmpty() || !host.chars().allMatch(EtcdEndpoint::mayBeInHost)) {
      throw new IllegalArgumentException("'" + host + "' is no host");
    }
    if (port < 1 || port > LAST_PORT) {
      throw new IllegalArgumentException("a port is 1 to " + LAST_PORT + ", not " + port);
    }
  }

  private static boolean mayBeInHost(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || ".-_:%".indexOf(c) >= 0;
  }

  /**
   * Reads {@code host}, {@code host:port} or {@code [address]:port}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static EtcdEndpoint parse(String text) {
    int bracket = text.lastIndexOf(']');
    int colon = text.lastIndexOf(':');
    boolean hasPort = colon > bracket;
    String host = hasPort ? text.substring(0, colon) : text;
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException("'" + text + "' needs brackets: [address]:port");
    }
    return new EtcdEndpoint(host, hasPort ? port(text.substring(colon + 1)) : DEFAULT_PORT);
  }

  /** Whether it is this machine, by the names and addresses that are always its own. */
  boolean isLoopback() {
    return host.equals("localhost")
        || host.equals("::1")
        || (host.startsWith("127.") && host.chars().allMatch(c -> c == '.' || isDigit(c)));
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static int port(String text) {
    if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("'" + text + "' is no port");
    }
    return Integer.parseInt(text);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
