package dev.prlease.testkit;

import dev.prlease.spi.AuditSink;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A fresh, empty place for events, made for one test: what an audit sink gives {@link
 * AuditSinkContract}. Without reading entries back nothing can be shown, so both methods must be
 * written; {@link #of} is the short way.
 */
public interface AuditSinkFixture extends AutoCloseable {
  /**
   * A sink on the place. Called several times: the sinks write to the same entries, as those of
   * several processes do. Whoever calls this closes what it gets; the entries stay.
   */
  AuditSink open();

  /**
   * What others can read there now, oldest first: one text an event, as the sink wrote it (a line,
   * a row). Reads past the sink: nothing that a sink still holds back.
   */
  List<String> entries();

  /**
   * Makes it impossible to take an event down, where that is possible; what it returns mends it.
   */
  default Optional<Supplier<Runnable>> obstacle() {
    return Optional.empty();
  }

  /** Removes the place. */
  @Override
  default void close() throws IOException {}

  /** A place whose sinks are what {@code opener} gives, and whose entries {@code reader} reads. */
  static AuditSinkFixture of(Supplier<? extends AuditSink> opener, Supplier<List<String>> reader) {
    return new AuditSinkFixture() {
      @Override
      public AuditSink open() {
        return opener.get();
      }

      @Override
      public List<String> entries() {
        return reader.get();
      }
    };
  }
}
