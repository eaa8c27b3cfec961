package dev.prlease.cli.command;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.EventLines;
import dev.prlease.cli.syntax.Call;
import dev.prlease.spi.Scheduler;
import dev.prlease.store.file.AuditLog;
import dev.prlease.store.file.AuditTail;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code prlease audit}: shows what happened, and with {@code --follow} what happens. A line that
 * cannot be read, as a process that died may leave one, is told of and keeps nothing else from
 * being shown; nor does it change the exit code, since it stays there for ever.
 */
final class AuditCommand implements Subcommand {
  /** How often a log that is followed is looked at. */
  private static final Duration POLL = Duration.ofMillis(250);

  @Override
  public int run(Call call, World world) {
    AuditFilter filter = AuditFilter.of(call, world);
    AuditLog log = AuditLog.of(world.environment());
    Console console = world.console();
    boolean follows = call.has("follow");
    EventLines printer = printer(call, console);
    try (AuditTail tail = log.tail(filter.since())) {
      Telling telling = new Telling(filter, printer, console);
      telling.tellAllOf(tail);
      if (follows) {
        return follow(telling, tail, world);
      }
      tail.torn().ifPresent(telling::tell);
      printer.end();
      if (!telling.hasToldAny() && !call.has("json")) {
        console.err((filter.isNone() ? "no events in " : "no such events in ") + log.file());
      }
    }
    return ExitCode.DONE;
  }

  private static EventLines printer(Call call, Console console) {
    if (!call.has("json")) {
      return EventLines.text(console);
    }
    return call.has("follow") ? EventLines.jsonLines(console) : EventLines.json(console);
  }

  /** Goes on until a signal comes, or the reader of the answer goes. */
  private static int follow(Telling telling, AuditTail tail, World world) {
    try (Scheduler scheduler = world.scheduler().get()) {
      while (world.console().flush()) {
        scheduler.pause(POLL);
        telling.tellAllOf(tail);
        tail.stalled().ifPresent(telling::tell);
      }
      return ExitCode.DONE;
    } catch (InterruptedException signal) {
      return ExitCode.INTERRUPTED;
    }
  }

  /** Tells lines to whom they are for. */
  private static final class Telling {
    private final AuditFilter filter;
    private final EventLines printer;
    private final Console console;
    private boolean any;

    Telling(AuditFilter filter, EventLines printer, Console console) {
      this.filter = filter;
      this.printer = printer;
      this.console = console;
    }

    boolean hasToldAny() {
      return any;
    }

    void tellAllOf(AuditTail tail) {
      for (Optional<AuditLog.Line> line = tail.next(); line.isPresent(); line = tail.next()) {
        tell(line.get());
      }
    }

    void tell(AuditLog.Line line) {
      if (line instanceof AuditLog.Line.Event event) {
        if (filter.passes(event.event())) {
          printer.print(event.event());
          any = true;
        }
      } else if (line instanceof AuditLog.Line.Missing missing) {
        console.err("prlease audit: " + missing.file() + ": " + missing.reason());
      } else {
        console.err(
            "prlease audit: " + line.file() + " line " + line.number() + ": " + reason(line));
      }
    }

    private static String reason(AuditLog.Line line) {
      return line instanceof AuditLog.Line.Torn torn
          ? torn.reason()
          : ((AuditLog.Line.Undecodable) line).reason();
    }
  }
}
