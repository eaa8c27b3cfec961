package example.modular;

import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.AuditSinkProvider;

/** Offers {@link LineSink} as {@code lines}. */
public final class LineSinkProvider implements AuditSinkProvider {
  /** For {@link java.util.ServiceLoader}. */
  public LineSinkProvider() {}

  @Override
  public String id() {
    return "lines";
  }

  @Override
  public AuditSink open(AuditContext context) {
    return new LineSink();
  }
}
