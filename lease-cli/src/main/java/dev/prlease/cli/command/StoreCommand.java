package dev.prlease.cli.command;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.json.JsonText;
import dev.prlease.spi.Installable;
import java.util.List;
import java.util.Optional;

/** {@code prlease store init}: sets up a store that must be set up. */
final class StoreCommand implements Subcommand {
  private static final String HOW = "See how it is called: prlease help store";

  /** What came of it, in a word for programs. */
  private enum Outcome {
    MADE("made", "made what was missing"),
    ALREADY_THERE("already-there", "there was nothing to do"),
    NOT_NEEDED("not-needed", "this store needs no set-up");

    private final String word;
    private final String text;

    Outcome(String word, String text) {
      this.word = word;
      this.text = text;
    }
  }

  @Override
  public int run(Call call, World world) {
    List<String> words = call.operands();
    if (words.isEmpty()) {
      throw new UsageException("what about the store? init", HOW);
    }
    if (!words.get(0).equals("init")) {
      throw new UsageException("prlease store does not know '" + words.get(0) + "': init", HOW);
    }
    try (Desk desk = Desk.openToLook(call, world)) {
      if (call.has("print")) {
        print(call, world.console(), desk);
      } else {
        init(call, world.console(), desk);
      }
    }
    return ExitCode.DONE;
  }

  private static void init(Call call, Console console, Desk desk) {
    Optional<Installable> installable = desk.installable();
    Outcome outcome =
        installable.isEmpty()
            ? Outcome.NOT_NEEDED
            : switch (installable.get().install()) {
              case MADE -> Outcome.MADE;
              case ALREADY_THERE -> Outcome.ALREADY_THERE;
            };
    if (call.has("json")) {
      console.json(JsonText.object(o -> o.put("store", desk.store()).put("outcome", outcome.word)));
    } else {
      console.out(desk.store() + ": " + outcome.text);
    }
  }

  private static void print(Call call, Console console, Desk desk) {
    Optional<String> script = desk.installable().map(Installable::script);
    if (call.has("json")) {
      console.json(
          JsonText.object(
              o ->
                  o.put("store", desk.store())
                      .putOrNull("script", script, JsonText.ObjectFields::put)));
    } else if (script.isPresent()) {
      script.get().lines().forEach(console::out);
    } else {
      console.err("prlease store: " + desk.store() + ": " + Outcome.NOT_NEEDED.text);
    }
  }
}
