package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.EventLines;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.spi.AuditEvent;
import dev.prlease.store.file.AuditLog;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code prlease audit}: shows what happened. A line that cannot be read, as a process that died
 * may leave one, is told of and keeps nothing else from being shown.
 */
final class AuditCommand implements Subcommand {
  @Override
  public int run(Call call, World world) {
    Filter filter = Filter.of(call, world);
    AuditLog log = AuditLog.of(world.environment());
    EventLines printer =
        call.has("json") ? EventLines.json(world.console()) : EventLines.text(world.console());
    boolean any = false;
    try (Stream<AuditLog.Line> lines = log.lines()) {
      for (Iterator<AuditLog.Line> each = lines.iterator(); each.hasNext(); ) {
        AuditLog.Line line = each.next();
        if (line instanceof AuditLog.Line.Event event) {
          if (filter.passes(event.event())) {
            printer.print(event.event());
            any = true;
          }
        } else {
          complain(world.console(), log, line);
        }
      }
    }
    printer.end();
    if (!any && !call.has("json")) {
      world.console().err((filter.isNone() ? "no events in " : "no such events in ") + log.file());
    }
    return ExitCode.DONE;
  }

  private static void complain(Console console, AuditLog log, AuditLog.Line line) {
    String reason =
        line instanceof AuditLog.Line.Torn torn
            ? torn.reason()
            : ((AuditLog.Line.Undecodable) line).reason();
    console.err("prlease audit: " + log.file() + " line " + line.number() + ": " + reason);
  }

  private record Filter(Optional<Instant> since, Optional<LeaseKey> key, Optional<String> session) {
    private static final String FORMS = "Write it as 2h, 1d or 2026-07-26T18:42:42Z.";

    static Filter of(Call call, World world) {
      return new Filter(
          call.value("since").map(text -> since(text, world.clock().now())),
          call.value("key").map(text -> KeyResolver.pullRequest("--key", text)),
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
}
