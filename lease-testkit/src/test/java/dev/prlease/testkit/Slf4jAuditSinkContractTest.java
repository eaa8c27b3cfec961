package dev.prlease.testkit;

import dev.prlease.core.Slf4jAuditSink;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** The SLF4J sink keeps every rule of sinks, as far as its logger keeps what it is given. */
final class Slf4jAuditSinkContractTest extends AuditSinkContract {
  @Override
  protected AuditSinkFixture newPlace() {
    Lines lines = new Lines();
    return AuditSinkFixture.of(() -> new Slf4jAuditSink(lines), lines::asOneFile);
  }

  /** A logger that keeps its messages at level info. */
  private static final class Lines extends AbstractLogger {
    private static final long serialVersionUID = 1L;

    private final List<String> messages = new CopyOnWriteArrayList<>();

    /** What a reader of a log file sees: a message that holds a line end is two lines. */
    List<String> asOneFile() {
      return messages.stream().flatMap(String::lines).toList();
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String message,
        Object @Nullable [] arguments,
        @Nullable Throwable throwable) {
      messages.add(MessageFormatter.basicArrayFormat(message, arguments));
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isTraceEnabled(Marker marker) {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled(Marker marker) {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled(Marker marker) {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled(Marker marker) {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled(Marker marker) {
      return true;
    }
  }
}
