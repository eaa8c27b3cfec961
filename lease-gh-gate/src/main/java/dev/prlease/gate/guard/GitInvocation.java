package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Scan.Invocation;
import dev.prlease.gate.guard.shell.Marks;
import dev.prlease.gate.guard.shell.Node;
import dev.prlease.gate.guard.shell.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A call of {@code git}: what stands before its subcommand, aliases, and what pushes. */
final class GitInvocation {
  private static final String ALIAS = "alias.";

  /** By these git is configured without words. */
  private static final List<String> VARIABLES =
      List.of("GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS");

  private final Scan scan;
  private final Invocations invocations;

  GitInvocation(Scan scan, Invocations invocations) {
    this.scan = scan;
    this.invocations = invocations;
  }

  void run(Invocation call) {
    ShellState state = call.state().copy();
    Map<String, String> assigned = new LinkedHashMap<>(call.assigned());
    Given given = new Given(new LinkedHashMap<>(), new ArrayList<>());
    Configuring.settings(state).forEach(given::setting);
    List<String> argv = call.argv();
    int at = 1;
    for (; at < argv.size() && argv.get(at).startsWith("-"); at++) {
      String word = argv.get(at);
      String next = at + 1 < argv.size() ? argv.get(at + 1) : "";
      switch (word) {
        case "-C" -> {
          state.enter(next, scan.home());
          at++;
        }
        case "-c" -> {
          given.setting(next);
          at++;
        }
        case "--config-env" -> {
          given.settingOfVariable(next);
          at++;
        }
        case "--git-dir" -> {
          assigned.put("GIT_DIR", next);
          at++;
        }
        case "--work-tree", "--namespace", "--super-prefix", "--attr-source" -> at++;
        case "--help", "-h", "--version", "-v" -> {
          return;
        }
        default -> {
          if (word.startsWith("--git-dir=")) {
            assigned.put("GIT_DIR", word.substring(10));
          } else if (word.startsWith("--config-env=")) {
            given.settingOfVariable(word.substring(13));
          }
        }
      }
    }
    if (at < argv.size()) {
      Configuring.note(argv.subList(at, argv.size()), call.state());
      Invocation rest = call.with(argv.subList(at, argv.size()), assigned, state);
      subcommand(rest, given);
    }
  }

  /**
   * What the command line configures.
   *
   * @param aliases by their names, whose case does not count
   * @param settings others that matter, as they are written
   */
  private record Given(Map<String, String> aliases, List<String> settings) {
    void setting(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      int equals = text.indexOf('=');
      if (lower.startsWith(ALIAS) && equals > 0) {
        aliases.put(lower.substring(ALIAS.length(), equals), text.substring(equals + 1));
        return;
      }
      String name = equals < 0 ? lower : lower.substring(0, equals);
      if (Configuring.isRouting(name) && !settings.contains(text)) {
        settings.add(text);
      }
    }

    /** {@code NAME=VARIABLE}: the value is the variable's. */
    void settingOfVariable(String text) {
      setting(text.substring(0, Math.max(0, text.indexOf('='))) + "=" + Marks.HOLE);
    }

    /** The options that say the same, without the alias {@code name}. */
    List<String> without(String name) {
      List<String> words = new ArrayList<>();
      aliases.forEach(
          (alias, value) -> {
            if (!alias.equals(name)) {
              words.add("-c");
              words.add(ALIAS + alias + "=" + value);
            }
          });
      for (String setting : settings) {
        words.add("-c");
        words.add(setting);
      }
      return words;
    }
  }

  /** A push whose way the command line itself configures in part. */
  private void push(Invocation call, Where where, Given given) {
    Optional<Sighting> seen = PushWords.read(call, where.with(given.settings()));
    Optional<String> remote =
        seen.flatMap(
            sighting ->
                sighting instanceof Sighting.Push push ? push.remote() : Optional.<String>empty());
    boolean told =
        given.settings().stream()
            .allMatch(setting -> Marks.isKnown(setting) || !Configuring.isOf(setting, remote));
    for (String variable : VARIABLES) {
      told &=
          !call.assigned().containsKey(variable) && call.state().get(variable).orElse("").isEmpty();
    }
    if (told || seen.isEmpty() || !(seen.get() instanceof Sighting.Push push)) {
      seen.ifPresent(scan::see);
      return;
    }
    String any = String.valueOf(Marks.HOLE);
    scan.see(
        new Sighting.Push(
            push.where(),
            Optional.of(any),
            List.of(any),
            push.extent(),
            push.manner(),
            push.effect()));
  }

  private void subcommand(Invocation call, Given given) {
    Where where = scan.where(call.state(), call.assigned());
    String name = call.argv().get(0);
    switch (name) {
      case "push" -> push(call, where, given);
      case "send-pack", "http-push" -> scan.unclear(where, "git " + name);
      case "subtree" -> subtree(call, where);
      case "submodule" -> submodule(call);
      case "for-each-repo" -> {
        ShellState elsewhere = call.state().copy();
        elsewhere.leaveAll();
        words(call, elsewhere);
      }
      case "rebase" -> rebase(call);
      case "bisect" -> {
        if (call.argv().size() > 2 && call.argv().get(1).equals("run")) {
          invocations.run(call.from(2).deeper());
        }
      }
      default -> {
        if (name.indexOf(Marks.HOLE) >= 0) {
          if (scan.isSuspicious()) {
            scan.unclear(where, "a git command that only the shell knows");
          }
        } else if (!GitCommands.isBuiltIn(name)) {
          unknown(call, given);
        }
      }
    }
  }

  /** Words that name a subcommand of git, wherever they stand. */
  private void words(Invocation call, ShellState state) {
    int push = call.argv().indexOf("push");
    if (push > 0) {
      run(call.with(withGit(call.argv(), push), call.assigned(), state).deeper());
    }
  }

  private static List<String> withGit(List<String> argv, int from) {
    List<String> words = new ArrayList<>();
    words.add("git");
    words.addAll(argv.subList(from, argv.size()));
    return words;
  }

  private void unknown(Invocation call, Given given) {
    String name = call.argv().get(0).toLowerCase(Locale.ROOT);
    String written = given.aliases().get(name);
    Optional<String> found =
        written == null ? scan.alias(call.state(), name) : Optional.of(written);
    if (found.isEmpty()) {
      return;
    }
    if (call.depth() > 6) {
      scan.unclear(scan.where(call.state(), call.assigned()), "an alias of aliases");
      return;
    }
    String text = found.get();
    if (text.startsWith("!")) {
      // It runs in the top directory, of the same repository, and with the same configuration.
      ShellState state = call.state().copy();
      if (!Configuring.settings(state).containsAll(given.settings())) {
        state.set("GIT_CONFIG_PARAMETERS", String.valueOf(Marks.HOLE));
      }
      String rest = Invocations.join(call, 1).orElse("");
      scan.script(text.substring(1) + " " + rest, state, call.depth() + 1);
      return;
    }
    List<String> words = new ArrayList<>();
    words.add("git");
    words.addAll(given.without(name));
    for (var node : Script.read(text).nodes()) {
      if (node instanceof Node.Command command) {
        words.addAll(Expansion.expand(command.words(), call.state()));
      }
    }
    words.addAll(call.argv().subList(1, call.argv().size()));
    run(call.with(words, call.assigned(), call.state()).deeper());
  }

  private void subtree(Invocation call, Where where) {
    int push = call.argv().indexOf("push");
    if (push < 0) {
      return;
    }
    List<String> operands = new ArrayList<>();
    for (int i = 1; i < call.argv().size(); i++) {
      String word = call.argv().get(i);
      if (word.equals("-P") || word.equals("--prefix")) {
        i++;
      } else if (!word.startsWith("-") && i != push) {
        operands.add(word);
      }
    }
    if (operands.size() == 2) {
      String ref = operands.get(1);
      scan.see(
          new Sighting.Push(
              where,
              Optional.of(operands.get(0)),
              List.of(ref.indexOf(':') < 0 ? "HEAD:" + ref : ref),
              Sighting.Extent.REFSPECS,
              Sighting.Manner.PLAIN,
              Sighting.Effect.REAL));
    } else {
      scan.unclear(where, "git subtree push");
    }
  }

  private void submodule(Invocation call) {
    int each = call.argv().indexOf("foreach");
    if (each < 0) {
      return;
    }
    int from = each + 1;
    while (from < call.argv().size() && call.argv().get(from).startsWith("-")) {
      from++;
    }
    ShellState there = call.state().copy();
    there.leaveAll();
    Invocations.join(call, from).ifPresent(text -> scan.script(text, there, call.depth()));
  }

  private void rebase(Invocation call) {
    List<String> argv = call.argv();
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      if ((word.equals("-x") || word.equals("--exec")) && i + 1 < argv.size()) {
        scan.script(argv.get(i + 1), call.state().copy(), call.depth());
      } else if (word.startsWith("--exec=")) {
        scan.script(word.substring(7), call.state().copy(), call.depth());
      }
    }
  }

  /** The git directory, or the directory, that a command would work in. */
  static Optional<Path> place(Where where) {
    return where.gitDirectory().isPresent() ? where.gitDirectory() : where.directory();
  }
}
