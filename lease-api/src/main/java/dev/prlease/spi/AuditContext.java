package dev.prlease.spi;

import java.util.Map;

/**
 * What an audit sink may use of the program that opens it.
 *
 * @param environment the environment's variables; a sink reads no others
 */
public record AuditContext(Map<String, String> environment) {
  /** Copies the environment. */
  public AuditContext {
    environment = Map.copyOf(environment);
  }

  /** Without the environment's values, which may be secret. */
  @Override
  public String toString() {
    return "AuditContext[]";
  }
}
