package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.guard.AgentHook;
import dev.prlease.gate.guard.GitHook;
import dev.prlease.gate.guard.HookChange;
import dev.prlease.gate.guard.HookChange.Deed;
import dev.prlease.gate.guard.HookChange.Mode;
import dev.prlease.gate.guard.HookKind;
import dev.prlease.json.JsonText;
import dev.prlease.store.file.ConfigFile;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Puts the guard among the hooks of git and of coding agents, and takes it out again. */
final class HookInstallation {
  private final Call call;
  private final World world;
  private final Mode mode;

  HookInstallation(Call call, World world) {
    this.call = call;
    this.world = world;
    this.mode = call.has("dry-run") ? Mode.DRY_RUN : Mode.CHANGE;
  }

  int install(List<HookKind> named) {
    List<HookKind> kinds = chosen(named);
    Optional<String> program = program();
    if (program.isEmpty()) {
      world
          .console()
          .err(
              "prlease hook: there is no prlease on the PATH, where the hooks look for it: until"
                  + " there is, they let everything pass");
    }
    return each(
        kinds,
        kind -> {
          if (kind == HookKind.PRE_PUSH) {
            return git().install(program, mode);
          }
          AgentHook hook = agent(kind);
          if (mode == Mode.CHANGE) {
            AgentHook.writeScript(home(), program);
          }
          return hook.install(mode);
        });
  }

  int uninstall(List<HookKind> named) {
    return each(
        chosen(named),
        kind -> kind == HookKind.PRE_PUSH ? git().uninstall(mode) : agent(kind).uninstall(mode));
  }

  /**
   * One that does not go keeps none of the others from it; each is told of.
   *
   * @throws LeaseConfigurationException if the only one does not go
   */
  private int each(List<HookKind> kinds, Function<HookKind, HookChange> work) {
    List<HookChange> changes = new ArrayList<>();
    Map<HookKind, LeaseConfigurationException> failures = new EnumMap<>(HookKind.class);
    for (HookKind kind : kinds) {
      try {
        changes.add(work.apply(kind));
      } catch (LeaseConfigurationException failed) {
        failures.put(kind, failed);
      }
    }
    if (kinds.size() == 1 && !failures.isEmpty()) {
      throw failures.values().iterator().next(); // An error as any other.
    }
    answer(changes, failures);
    return failures.isEmpty() ? ExitCode.DONE : ExitCode.CONFIGURATION;
  }

  /** Without names: git's hook here, and those agents whose directory is there. */
  private List<HookKind> chosen(List<HookKind> named) {
    if (!named.isEmpty()) {
      if (call.has("user") && named.contains(HookKind.PRE_PUSH)) {
        throw new UsageException(
            "--user is for agents: git's hook is of one repository",
            "Leave pre-push out, or --user.");
      }
      return named.stream().distinct().toList();
    }
    List<HookKind> found = new ArrayList<>();
    for (HookKind kind : HookKind.values()) {
      boolean there =
          kind == HookKind.PRE_PUSH
              ? !call.has("user") && mayBeInRepository()
              : Files.isDirectory(top().resolve("." + kind.word()));
      if (there) {
        found.add(kind);
      }
    }
    if (found.isEmpty()) {
      throw new UsageException(
          "there is neither a git repository nor an agent's directory in " + top(),
          "Name what is to be guarded: prlease hook install pre-push|claude|codex|gemini|cursor.");
    }
    return found;
  }

  private AgentHook agent(HookKind kind) {
    boolean fixed = !world.variable("PRLEASE_HOME").isEmpty();
    return new AgentHook(kind, top(), home(), fixed ? AgentHook.Fixed.YES : AgentHook.Fixed.NO);
  }

  private GitHook git() {
    return findGit()
        .orElseThrow(
            () ->
                new LeaseConfigurationException(
                    world.directory() + " is in no git repository",
                    "Change to one, or name agents only: prlease hook install claude.",
                    null));
  }

  /** Whoever cannot ask git is told so with the rest. */
  private boolean mayBeInRepository() {
    try {
      return findGit().isPresent();
    } catch (LeaseConfigurationException noGit) {
      return Files.exists(top().resolve(".git"));
    }
  }

  private Optional<GitHook> findGit() {
    return GitHook.find(world.directory(), world.environment());
  }

  /** The user's home, or the top of the project around the working directory. */
  private Path top() {
    if (call.has("user")) {
      return userHome(world)
          .orElseThrow(
              () ->
                  new LeaseConfigurationException(
                      "HOME is not set", "Set it to your home directory.", null));
    }
    Path start = world.directory().toAbsolutePath();
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return at;
      }
    }
    return start;
  }

  static Optional<Path> userHome(World world) {
    String home = world.variable("HOME");
    return home.startsWith("/") ? Optional.of(Path.of(home)) : Optional.empty();
  }

  private Path home() {
    return ConfigFile.home(world.environment());
  }

  /** Where the command is on the path. */
  private Optional<String> program() {
    for (String entry : world.variable("PATH").split(File.pathSeparator, -1)) {
      try {
        Path file = Path.of(entry).resolve("prlease");
        if (entry.startsWith("/") && Files.isRegularFile(file) && Files.isExecutable(file)) {
          return Optional.of(file.toString());
        }
      } catch (InvalidPathException notAPath) {
        // A shell passes over it as well.
      }
    }
    return Optional.empty();
  }

  private void answer(
      List<HookChange> changes, Map<HookKind, LeaseConfigurationException> failures) {
    if (call.has("json")) {
      world
          .console()
          .json(
              JsonText.array(
                  items -> {
                    changes.forEach(
                        change ->
                            items.object(
                                o ->
                                    o.put("hook", change.kind().word())
                                        .put("file", change.file().toString())
                                        .put("deed", word(change.deed()))
                                        .put("dry_run", mode == Mode.DRY_RUN)
                                        .put("note", change.note())));
                    failures.forEach(
                        (kind, failed) ->
                            items.object(
                                o ->
                                    o.put("hook", kind.word())
                                        .put("deed", "failed")
                                        .put("dry_run", mode == Mode.DRY_RUN)
                                        .put("error", String.valueOf(failed.getMessage()))
                                        .put("next", failed.nextStep())));
                  }));
      return;
    }
    for (HookChange change : changes) {
      world
          .console()
          .out(
              change.kind().word()
                  + ": "
                  + (mode == Mode.DRY_RUN ? "would be " : "")
                  + sentence(change.deed())
                  + " "
                  + change.file());
      if (!change.note().isEmpty()) {
        world.console().out("  " + change.note());
      }
    }
    failures.forEach(
        (kind, failed) -> {
          world.console().err(call.name() + ": " + kind.word() + ": " + failed.getMessage());
          world.console().next(failed.nextStep());
        });
  }

  private static String word(Deed deed) {
    return deed.name().toLowerCase(Locale.ROOT);
  }

  private static String sentence(Deed deed) {
    return switch (deed) {
      case INSTALLED -> "installed in";
      case UPDATED -> "brought up to date in";
      case UNCHANGED -> "as it should be already in";
      case RESTORED -> "removed, and all is as it was before in";
      case REMOVED -> "removed from, with what was changed since kept in";
      case ABSENT -> "nothing of prlease in";
    };
  }
}
