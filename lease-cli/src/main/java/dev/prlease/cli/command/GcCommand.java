package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Counted;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.output.StoreText;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.CollectOptions;
import dev.prlease.core.SlotCollector;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import dev.prlease.spi.CollectRequest.Mode;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code prlease gc}: removes what is left of leases that were released long ago. */
final class GcCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws InterruptedException {
    if (call.has("closed")) {
      return new SweepCall(call, world).run();
    }
    CollectOptions options = options(call);
    try (Desk desk = Desk.openToLook(call, world)) {
      SlotCollector collector = desk.collector().orElseThrow(() -> notOffered(desk));
      Collected collected = collector.collect(options);
      if (call.has("json")) {
        world.console().json(JsonText.object(o -> json(o, desk, options, collected)));
      } else {
        print(call, world.console(), desk, options, collected);
      }
      return tellTroubles(world.console(), collected);
    }
  }

  private static CollectOptions options(Call call) {
    CollectOptions usual = CollectOptions.DEFAULTS;
    Duration age = duration(call, "older-than", usual.olderThan());
    if (age.compareTo(CollectOptions.LEAST_AGE) < 0) {
      throw new UsageException(
          "--older-than must be at least a day, the longest that a lease lasts, not '"
              + call.value("older-than").orElse("")
              + "'",
          "Write it as 24h, 7d or 30d.");
    }
    Duration time = duration(call, "max-time", usual.atMost());
    if (time.isNegative() || time.isZero()) {
      throw new UsageException(
          "--max-time must be more than nothing, not '" + call.value("max-time").orElse("") + "'",
          "Write it as 10s or 5m.");
    }
    return new CollectOptions(
        age, time, call.has("dry-run") ? Mode.DRY_RUN : Mode.REMOVE, call.value("after"));
  }

  private static Duration duration(Call call, String option, Duration usual) {
    Optional<String> text = call.value(option);
    return text.isPresent() ? Durations.parse(option, text.get()) : usual;
  }

  private static LeaseConfigurationException notOffered(Desk desk) {
    return new LeaseConfigurationException(
        "the store " + desk.store() + " offers no garbage collection",
        "If it grows, clean it up by its own means: see its manual.",
        null);
  }

  private static void print(
      Call call, Console console, Desk desk, CollectOptions options, Collected collected) {
    boolean dry = options.mode() == Mode.DRY_RUN;
    if (dry) {
      for (Collected.Item item : collected.removed()) {
        console.out("would remove " + word(item.kind()) + " " + item.name());
      }
    }
    console.out(
        (dry ? "would remove " : "removed ")
            + Counted.of(collected.count(Kind.SLOT), "released slot")
            + ", "
            + Counted.of(collected.count(Kind.ARCHIVED), "archived record")
            + " and "
            + Counted.of(collected.count(Kind.TEMPORARY), "temporary file")
            + " from "
            + desk.store());
    console.out(kept(collected, options));
    if (collected.next().isPresent()) {
      console.out(
          "stopped after "
              + Durations.show(options.atMost())
              + "; to go on: prlease gc"
              + again(call)
              + " --after "
              + ShellQuote.word(collected.next().get()));
    }
  }

  private static String kept(Collected collected, CollectOptions options) {
    int all = 0;
    List<String> reasons = new ArrayList<>();
    for (Kept reason : Kept.values()) {
      int count = collected.count(reason);
      all += count;
      if (count > 0) {
        reasons.add(count + " " + text(reason, options));
      }
    }
    return "kept " + Counted.of(all, "slot") + (all == 0 ? "" : ": " + String.join(", ", reasons));
  }

  private static String text(Kept reason, CollectOptions options) {
    return switch (reason) {
      case RECORD -> "with a record";
      case UNREADABLE -> "unreadable";
      case RECENT -> "used within " + Durations.show(options.olderThan());
      case BUSY -> "in use just now";
      case TROUBLED -> "that could not be looked at";
    };
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case SLOT -> "released slot";
      case ARCHIVED -> "archived record";
      case TEMPORARY -> "temporary file";
    };
  }

  /** The options of this call that the next one needs too. */
  private static String again(Call call) {
    StringBuilder text = new StringBuilder();
    for (String option : List.of("store", "older-than", "max-time")) {
      if (call.has(option)) {
        text.append(" --")
            .append(option)
            .append(' ')
            .append(ShellQuote.word(StoreText.shown(call.value(option).orElse(""))));
      }
    }
    return text.append(call.has("dry-run") ? " --dry-run" : "").toString();
  }

  private static void json(
      ObjectFields to, Desk desk, CollectOptions options, Collected collected) {
    to.put("store", desk.store()).put("dry_run", options.mode() == Mode.DRY_RUN);
    to.object(
        "removed",
        removed ->
            removed
                .put("slots", collected.count(Kind.SLOT))
                .put("archived", collected.count(Kind.ARCHIVED))
                .put("temporary", collected.count(Kind.TEMPORARY)));
    to.object(
        "kept",
        kept ->
            kept.put("record", collected.count(Kept.RECORD))
                .put("unreadable", collected.count(Kept.UNREADABLE))
                .put("recent", collected.count(Kept.RECENT))
                .put("busy", collected.count(Kept.BUSY))
                .put("troubled", collected.count(Kept.TROUBLED)));
    to.array("names", names -> collected.removed().forEach(item -> names.add(item.name())));
    to.putOrNull("next", collected.next(), ObjectFields::put);
  }

  private static int tellTroubles(Console console, Collected collected) {
    for (LeaseStoreException trouble : collected.troubles()) {
      console.err("prlease gc: " + trouble.getMessage());
      console.next(trouble.nextStep());
    }
    return collected.troubles().isEmpty() ? ExitCode.DONE : ExitCode.STORE;
  }
}
