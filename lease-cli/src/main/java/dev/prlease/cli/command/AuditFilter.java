package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.spi.AuditEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Which events a call of {@code prlease audit} asks for.
 *
 * @param since none before it
 * @param key only of this lease
 * @param session only what it did, or what befell it
 */
record AuditFilter(Optional<Instant> since, Optional<LeaseKey> key, Optional<String> session) {
  private static final String FORMS = "Write it as 2h, 1d or 2026-07-26T18:42:42Z.";

  static AuditFilter of(Call call, World world) {
    return new AuditFilter(
        call.value("since").map(text -> since(text, world.clock().now())),
        call.value("key").map(text -> KeyResolver.any("--key", text)),
        call.value("session"));
  }

  boolean isNone() {
    return since.isEmpty() && key.isEmpty() && session.isEmpty();
  }

  boolean passes(AuditEvent event) {
    return (since.isEmpty() || !event.at().isBefore(since.get()))
        && (key.isEmpty() || key.get().equals(event.key()))
        && (session.isEmpty()
            || session.get().equals(event.session().value())
            || event.details().containsValue(session.get()));
  }

  private static Instant since(String text, Instant now) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException noTime) {
      Duration ago = ago(text);
      if (ago.isNegative()) {
        throw new UsageException(
            "--since '" + text + "' is in the future: a duration counts back from now", FORMS);
      }
      return now.minus(ago);
    }
  }

  private static Duration ago(String text) {
    try {
      return Durations.parse("since", text);
    } catch (UsageException noDuration) {
      throw new UsageException("--since '" + text + "' is neither a time nor a duration", FORMS);
    }
  }
}
