package dev.prlease.cli.log;

import dev.prlease.cli.output.Escape;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Prints warnings and errors as one line each on standard error, in one call that waits for no lock
 * of the stream's; the rest is off.
 */
final class StderrLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  StderrLogger(String name) {
    this.name = name;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  private static String reason(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null ? thrown.toString() : message;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    String message = MessageFormatter.basicArrayFormat(pattern, arguments);
    String cause = thrown == null ? "" : ": " + reason(thrown);
    PrintStream err = System.err;
    err.println(
        Escape.line(
            "prlease: " + (level == Level.ERROR ? "error: " : "warning: ") + message + cause));
    if (thrown != null && System.getenv("PRLEASE_DEBUG") != null) {
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      err.println(trace.toString().stripTrailing());
    }
  }
}
