package dev.prlease.spi;

/**
 * Opens audit sinks of one kind. Found by {@link java.util.ServiceLoader}; two providers of one id
 * are an error.
 */
public interface AuditSinkProvider {
  /** The name by which users choose the sink: lower-case letters, digits and hyphens. */
  String id();

  /**
   * Opens a sink.
   *
   * @throws dev.prlease.api.LeaseConfigurationException if the environment lacks what it needs
   */
  AuditSink open(AuditContext context);
}
