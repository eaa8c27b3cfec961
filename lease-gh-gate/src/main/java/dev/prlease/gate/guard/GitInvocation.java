package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Scan.Invocation;
import dev.prlease.gate.guard.shell.Marks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A call of {@code git}: what stands before its subcommand, aliases, and what pushes. */
final class GitInvocation {
  private static final String ALIAS = "alias.";

  private final Scan scan;
  private final Invocations invocations;

  GitInvocation(Scan scan, Invocations invocations) {
    this.scan = scan;
    this.invocations = invocations;
  }

  void run(Invocation call) {
    ShellState state = call.state().copy();
    Map<String, String> assigned = new LinkedHashMap<>(call.assigned());
    Map<String, String> aliases = new HashMap<>();
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
          alias(next, aliases);
          at++;
        }
        case "--git-dir" -> {
          assigned.put("GIT_DIR", next);
          at++;
        }
        case "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source" ->
            at++;
        case "--help", "-h", "--version", "-v" -> {
          return;
        }
        default -> {
          if (word.startsWith("--git-dir=")) {
            assigned.put("GIT_DIR", word.substring(10));
          }
        }
      }
    }
    if (at < argv.size()) {
      Invocation rest = call.with(argv.subList(at, argv.size()), assigned, state);
      subcommand(rest, aliases);
    }
  }

  private static void alias(String setting, Map<String, String> aliases) {
    int equals = setting.indexOf('=');
    if (equals > 0 && setting.toLowerCase(Locale.ROOT).startsWith(ALIAS)) {
      aliases.put(setting.substring(ALIAS.length(), equals), setting.substring(equals + 1));
    }
  }

  private void subcommand(Invocation call, Map<String, String> aliases) {
    Where where = scan.where(call.state(), call.assigned());
    String name = call.argv().get(0);
    switch (name) {
      case "push" -> PushWords.read(call, where).ifPresent(scan::see);
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
          unknown(call, aliases);
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

  private void unknown(Invocation call, Map<String, String> aliases) {
    String name = call.argv().get(0);
    String given = aliases.get(name);
    Optional<String> found = given == null ? scan.alias(call.state(), name) : Optional.of(given);
    if (found.isEmpty()) {
      return;
    }
    if (call.depth() > 6) {
      scan.unclear(scan.where(call.state(), call.assigned()), "an alias of aliases");
      return;
    }
    String text = found.get();
    if (text.startsWith("!")) {
      // It runs in the top directory, of the same repository.
      String rest = Invocations.join(call, 1).orElse("");
      scan.script(text.substring(1) + " " + rest, call.state().copy(), call.depth() + 1);
      return;
    }
    List<String> words = new ArrayList<>();
    words.add("git");
    for (var node : dev.prlease.gate.guard.shell.Script.read(text).nodes()) {
      if (node instanceof dev.prlease.gate.guard.shell.Node.Command command) {
        words.addAll(Expansion.expand(command.words(), call.state()));
      }
    }
    words.addAll(call.argv().subList(1, call.argv().size()));
    Map<String, String> others = new HashMap<>(aliases);
    others.remove(name);
    Invocation again = call.with(words, call.assigned(), call.state()).deeper();
    if (others.isEmpty()) {
      run(again);
    } else {
      List<String> all = new ArrayList<>();
      all.add("git");
      others.forEach(
          (alias, value) -> {
            all.add("-c");
            all.add(ALIAS + alias + "=" + value);
          });
      all.addAll(words.subList(1, words.size()));
      run(call.with(all, call.assigned(), call.state()).deeper());
    }
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
