package dev.prlease.core;

import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.AuditSinkProvider;

/** Offers {@link Slf4jAuditSink} as {@code slf4j}. */
public final class Slf4jAuditSinkProvider implements AuditSinkProvider {
  /** The sink's id. */
  public static final String ID = "slf4j";

  /** For {@link java.util.ServiceLoader}. */
  public Slf4jAuditSinkProvider() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public AuditSink open(AuditContext context) {
    return new Slf4jAuditSink();
  }
}
