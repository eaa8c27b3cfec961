package dev.prlease.core;

import dev.prlease.api.Printable;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes audit events to a logger, {@value #LOGGER} unless told otherwise, at level info, one line
 * each: {@code acquired key=owner/name#42 session=… fence=… ttl_secs=900}. Values with spaces or
 * control characters are quoted and escaped, so that no event can pose as another. Thread-safe.
 */
public final class Slf4jAuditSink implements AuditSink {
  /** The logger's name. */
  public static final String LOGGER = "dev.prlease.audit";

  private final Logger logger;

  /** A sink on the logger {@value #LOGGER}. */
  public Slf4jAuditSink() {
    this(LoggerFactory.getLogger(LOGGER));
  }

  /** A sink on a logger of the host's own. */
  public Slf4jAuditSink(Logger logger) {
    this.logger = logger;
  }

  @Override
  public void record(AuditEvent event) {
    if (logger.isInfoEnabled()) {
      logger.info("{}", line(event));
    }
  }

  /** A logger may drop or buffer what it is given. */
  @Override
  public Durability durability() {
    return Durability.BEST_EFFORT;
  }

  /** The logger is the host's: nothing to do. */
  @Override
  public void close() {}

  static String line(AuditEvent event) {
    StringBuilder line = new StringBuilder(event.type().text());
    append(line, "key", event.key().toString());
    append(line, "session", event.session().value());
    append(line, "fence", event.fence().toString());
    event.grantId().ifPresent(grant -> append(line, "grant", grant.value()));
    append(line, "at", event.at().toString());
    event.details().forEach((name, value) -> append(line, name, value));
    return line.toString();
  }

  private static void append(StringBuilder line, String name, String value) {
    line.append(' ').append(name).append('=');
    if (!value.isEmpty() && value.codePoints().allMatch(Slf4jAuditSink::isPlain)) {
      line.append(value);
      return;
    }
    line.append('"');
    value.codePoints().forEach(c -> appendEscaped(line, c));
    line.append('"');
  }

  private static boolean isPlain(int c) {
    return c > ' ' && c != '"' && c != '\\' && c != '=' && Printable.is(c);
  }

  private static void appendEscaped(StringBuilder line, int c) {
    if (c == '"' || c == '\\') {
      line.append('\\').append((char) c);
    } else if (Printable.is(c)) {
      line.appendCodePoint(c);
    } else {
      line.append("\\u{").append(Integer.toHexString(c)).append('}');
    }
  }
}
