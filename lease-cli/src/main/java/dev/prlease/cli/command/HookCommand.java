package dev.prlease.cli.command;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.output.StoreText;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.guard.CommandScanner;
import dev.prlease.gate.guard.Denial;
import dev.prlease.gate.guard.GhAliases;
import dev.prlease.gate.guard.GitAliases;
import dev.prlease.gate.guard.Guard;
import dev.prlease.gate.guard.HookAnswer;
import dev.prlease.gate.guard.HookCall;
import dev.prlease.gate.guard.HookKind;
import dev.prlease.gate.guard.PushedRefs;
import dev.prlease.gate.guard.Sighting;
import dev.prlease.gate.guard.Verdict;
import dev.prlease.spi.Scheduler;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code prlease hook}: the guard that hooks of git and of coding agents call, and its place. */
final class HookCommand implements Subcommand {
  private static final String HOW = "See how it is called: prlease help hook";

  @Override
  public int run(Call call, World world) throws Exception {
    List<String> words = call.operands();
    String what = words.isEmpty() ? "" : words.get(0);
    switch (what) {
      case "run" -> {
        return guard(call, world);
      }
      case "install" -> {
        return call.has("uninstall")
            ? new HookInstallation(call, world).uninstall(kinds(call))
            : new HookInstallation(call, world).install(kinds(call));
      }
      case "uninstall" -> {
        return new HookInstallation(call, world).uninstall(kinds(call));
      }
      default ->
          throw new UsageException(
              what.isEmpty()
                  ? "install, uninstall or run?"
                  : "prlease hook does not know '" + what + "'",
              HOW);
    }
  }

  private static List<HookKind> kinds(Call call) {
    List<String> words = call.operands();
    return words.subList(1, words.size()).stream().map(HookCommand::kind).toList();
  }

  private static HookKind kind(String word) {
    return HookKind.of(word)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no hook '" + word + "'",
                    "One of pre-push, claude, codex, gemini, cursor."));
  }

  private static int guard(Call call, World world) throws InterruptedException {
    List<String> words = call.operands();
    if (words.size() < 2) {
      throw new UsageException("whose hook is it?", HOW);
    }
    HookKind kind = kind(words.get(1));
    if (words.size() > (kind == HookKind.PRE_PUSH ? 4 : 2)) {
      throw new UsageException("unexpected argument '" + words.get(words.size() - 1) + "'", HOW);
    }
    try (Scheduler scheduler = world.scheduler().get()) {
      Bounded bounded = new Bounded(scheduler, world.clock());
      String input = bounded.read(world.input());
      HookLookups.Questions questions = new HookLookups.Questions(world, bounded);
      List<Sighting> sightings = sightings(kind, words, input, world, questions);
      return sightings.isEmpty() ? ExitCode.DONE : judge(call, kind, sightings, questions);
    }
  }

  private static int judge(
      Call call, HookKind kind, List<Sighting> sightings, HookLookups.Questions questions) {
    World world = questions.world();
    try (Desk desk = Desk.openToLook(call, world)) {
      Verdict verdict = new Guard(new HookLookups(desk, questions)).judge(sightings);
      if (!(verdict instanceof Verdict.Deny deny)) {
        return ExitCode.DONE;
      }
      List<String> lines = Denial.lines(deny, desk.clock().now(), store(call));
      if (kind == HookKind.PRE_PUSH) {
        world.console().err("prlease: " + lines.get(0));
        lines.stream().skip(1).forEach(line -> world.console().err("  " + line));
        return ExitCode.HELD;
      }
      world.console().json(HookAnswer.deny(kind, "prlease: " + String.join("\n", lines)));
      return ExitCode.DONE;
    }
  }

  private static List<Sighting> sightings(
      HookKind kind, List<String> words, String input, World world, GitAliases aliases) {
    if (kind == HookKind.PRE_PUSH) {
      // git names the remote twice if it has no name.
      String url = words.get(words.size() - 1);
      return words.size() < 3 ? List.of() : PushedRefs.read(url, input, world.directory());
    }
    HookCall heard = HookCall.read(input, world.directory());
    if (heard instanceof HookCall.Shell shell) {
      Optional<Path> home = HookInstallation.userHome(world);
      GhAliases gh = GhAliases.of(world.environment());
      return new CommandScanner(aliases, gh, home).scan(shell.command(), shell.directory());
    }
    if (!(heard instanceof HookCall.Garbage garbage)) {
      return List.of();
    }
    List<Sighting> suspects = CommandScanner.suspect(garbage.text(), world.directory());
    if (suspects.isEmpty() && !garbage.text().isBlank()) {
      world
          .console()
          .err(
              "prlease hook: what "
                  + kind.word()
                  + " handed over is no call that is understood here, so it runs without the"
                  + " guard; look for a newer prlease");
    }
    return suspects;
  }

  private static String store(Call call) {
    return call.value("store")
        .map(at -> " --store " + ShellQuote.word(StoreText.shown(at)))
        .orElse("");
  }
}
