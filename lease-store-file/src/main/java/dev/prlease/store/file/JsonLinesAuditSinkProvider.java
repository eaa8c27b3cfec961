package dev.prlease.store.file;

import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.AuditSinkProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Opens the durable audit sink {@code jsonl}: one JSON object a line in {@code audit.jsonl} below
 * {@code PRLEASE_HOME}, which is {@code ~/.prlease} unless it is set, rotated as {@link
 * AuditLimits} say. {@link AuditLog} reads it.
 */
public final class JsonLinesAuditSinkProvider implements AuditSinkProvider {
  private final Optional<AuditLimits> limits;

  /** For {@link java.util.ServiceLoader}: the limits are those of the config file. */
  public JsonLinesAuditSinkProvider() {
    this.limits = Optional.empty();
  }

  /** One for who knows the {@code limits}: it reads no config file. */
  public JsonLinesAuditSinkProvider(AuditLimits limits) {
    this.limits = Optional.of(limits);
  }

  @Override
  public String id() {
    return "jsonl";
  }

  @Override
  public AuditSink open(AuditContext context) {
    Path directory = PrleaseHome.find(context.environment());
    AuditLimits within = limits.orElseGet(() -> AuditLimits.of(context.environment()));
    try {
      return new JsonLinesAuditSink(directory, CurrentUser.find(), within, Disk.REAL);
    } catch (IOException e) {
      throw StoreTrouble.of(
          Optional.empty(), "could not open the audit in " + directory, directory, e);
    }
  }
}
