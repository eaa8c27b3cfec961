package dev.prlease.cli.command;

import dev.prlease.api.Ttl;
import dev.prlease.cli.World;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.WaitOptions;
import java.time.Duration;
import java.util.Optional;

/** Reads the options that several subcommands share. */
public final class CallOptions {
  private CallOptions() {}

  /** The TTL asked for, if any; one that is cut is told of. */
  public static Optional<Ttl> ttl(Call call, World world) {
    Optional<String> text = call.value("ttl");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Duration duration = Durations.parse("ttl", text.get());
    if (duration.compareTo(Ttl.MIN) < 0) {
      throw new UsageException(
          "--ttl must be at least 1 second, not '" + text.get() + "'",
          "Write it as 90s, 15m, 2h, 1h30m or PT15M; at most 24h.");
    }
    Ttl ttl = Ttl.of(duration);
    if (ttl.requested().isPresent()) {
      world
          .console()
          .err("prlease: a lease lasts at most 24h: --ttl " + text.get() + " is cut to that");
    }
    return Optional.of(ttl);
  }

  /** How long to wait for a lease that another session holds; empty for not at all. */
  static Optional<WaitOptions> waiting(Call call) {
    return positive(call, "wait").map(WaitOptions::upTo);
  }

  /** The duration given, if any; zero counts as none. */
  public static Optional<Duration> positive(Call call, String option) {
    Optional<String> text = call.value(option);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Duration duration = Durations.parse(option, text.get());
    if (duration.isNegative()) {
      throw new UsageException(
          "--" + option + " must not be negative, but is '" + text.get() + "'",
          "Write it as 90s, 15m, 2h, 1h30m or PT15M.");
    }
    return duration.isZero() ? Optional.empty() : Optional.of(duration);
  }

  /**
   * Says so if a lease that is joined, and kept by a run, was asked to last or to be waited for.
   */
  static void tellIfIgnored(Call call, World world) {
    if (call.has("ttl") || call.has("wait")) {
      world
          .console()
          .err(
              call.name()
                  + ": this joins a lease that a prlease run keeps: --ttl and --wait change nothing");
    }
  }

  /** Who acts. */
  public static Sessions sessions(Call call, World world) {
    return new Sessions(call.value("session"), world.directory(), world.environment());
  }
}
