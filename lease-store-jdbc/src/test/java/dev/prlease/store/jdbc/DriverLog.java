package dev.prlease.store.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** All that PostgreSQL's driver logs while this is open, at any level. */
final class DriverLog implements AutoCloseable {
  private final Logger logger = Logger.getLogger("org.postgresql");
  private final List<String> lines = new ArrayList<>();
  private final Handler handler = new Lines();

  DriverLog() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    logger.setLevel(Level.ALL);
  }

  List<String> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  @Override
  public void close() {
    logger.setLevel(null);
    logger.setUseParentHandlers(true);
    logger.removeHandler(handler);
  }

  private final class Lines extends Handler {
    private final Formatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord record) {
      synchronized (lines) {
        lines.add(formatter.formatMessage(record));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
