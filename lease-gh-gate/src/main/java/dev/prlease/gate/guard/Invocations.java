package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Scan.Invocation;
import dev.prlease.gate.guard.shell.Marks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows what programs do with their words: which act, which run others, which only look. */
final class Invocations {
  /** So many commands are looked for among the words of one. */
  private static final int MOST_WITHIN = 16;

  private final Scan scan;
  private final GitInvocation git;
  private final GhInvocation gh;
  private final WebInvocation web;

  Invocations(Scan scan) {
    this.scan = scan;
    this.git = new GitInvocation(scan, this);
    this.gh = new GhInvocation(scan);
    this.web = new WebInvocation(scan);
  }

  void run(Invocation call) {
    if (call.argv().isEmpty() || call.depth() > 16) {
      return;
    }
    if (call.program().indexOf(Marks.HOLE) >= 0) {
      hidden(call);
      return;
    }
    switch (call.program()) {
      case "git" -> git.run(call);
      case "hub" -> {
        gh.api(call.from(1));
        git.run(call);
      }
      case "gh" -> gh.run(call);
      case "curl", "wget", "http", "https", "xh", "xhs", "curlie" -> web.run(call);
      case "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "rbash" -> shell(call);
      case "eval" -> {
        join(call, 1).ifPresent(text -> scan.script(text, call.state(), call.depth()));
      }
      case "trap" -> {
        if (call.argv().size() > 2) {
          scan.script(call.argv().get(1), call.state().copy(), call.depth());
        }
      }
      case "cd", "pushd", "chdir" -> enter(call);
      case "popd" -> call.state().leaveAll();
      case "export", "declare", "local", "readonly", "typeset" -> declare(call);
      case "alias" -> alias(call);
      case "unset" -> call.argv().forEach(name -> call.state().set(name, ""));
      case "for", "select" -> {
        if (call.argv().size() > 1) {
          call.state().forget(call.argv().get(1));
        }
      }
      case "read", "mapfile", "readarray", "getopts", "printf" ->
          call.argv().forEach(call.state()::forget);
      case "env" -> env(call);
      case "command" -> {
        if (call.argv().size() > 1 && !call.argv().get(1).matches("-[pvV]*[vV][pvV]*")) {
          run(call.from(call.argv().get(1).equals("-p") ? 2 : 1).deeper());
        }
      }
      case "builtin", "nohup", "noglob", "nocorrect" -> run(call.from(1).deeper());
      case "xargs", "parallel" -> xargs(call);
      case "ssh", "docker", "podman", "kubectl", "vagrant", "wsl", "chroot", "nsenter", "gh-ssh" ->
          elsewhere(call);
      case "find", "gfind", "fd", "fdfind" -> find(call);
      case "su", "script", "watch", "nix-shell", "tmux", "screen", "flock", "entr", "sg" -> {
        scripts(call);
        within(call);
      }
      case "python", "python3", "node", "ruby", "perl", "php", "deno", "bun", "osascript" ->
          inline(call);
      case "jj", "glab" -> other(call);
      case "prlease" -> OwnRun.inside(call).ifPresent(inner -> run(inner.deeper()));
      default -> {
        if (!Harmless.is(call.program())) {
          within(call);
        }
      }
    }
  }

  /** A program that only the shell knows: by what it is told it may be git or gh. */
  private void hidden(Invocation call) {
    List<String> words = call.argv().subList(1, call.argv().size());
    if (words.contains("push") || words.contains("send-pack")) {
      git.run(call);
    }
    if (words.contains("pr") || words.contains("api")) {
      gh.run(call);
    }
    within(call);
  }

  /** A command among the words of another one: {@code timeout 10 git push}. */
  private void within(Invocation call) {
    int found = 0;
    List<String> argv = call.argv();
    for (int i = 1; i < argv.size() && found < MOST_WITHIN; i++) {
      String name = argv.get(i).substring(argv.get(i).lastIndexOf('/') + 1);
      if (isRunner(name)) {
        found++;
        run(call.from(i).deeper());
      }
    }
  }

  private static boolean isRunner(String name) {
    return switch (name) {
      case "git",
          "gh",
          "hub",
          "curl",
          "sh",
          "bash",
          "dash",
          "zsh",
          "ksh",
          "ash",
          "fish",
          "env",
          "xargs",
          "jj",
          "glab" ->
          true;
      default -> false;
    };
  }

  private void shell(Invocation call) {
    List<String> argv = call.argv();
    boolean inline = false;
    int at = 1;
    while (at < argv.size()) {
      String word = argv.get(at);
      if (word.equals("--") || !(word.startsWith("-") || word.startsWith("+"))) {
        at += word.equals("--") ? 1 : 0;
        break;
      }
      if (word.startsWith("--")) {
        // fish knows a long option, too.
        inline |= word.equals("--command");
        at += word.equals("--rcfile") || word.equals("--init-file") ? 1 : 0;
      } else {
        inline |= word.indexOf('c') > 0;
        at += word.indexOf('o') > 0 || word.indexOf('O') > 0 ? 1 : 0;
      }
      at++;
    }
    if (inline) {
      if (at < argv.size()) {
        ShellState state = call.state().copy();
        call.assigned().forEach(state::set);
        scan.script(argv.get(at), state, call.depth());
      }
    } else if (call.input().isPresent()) {
      ShellState state = call.state().copy();
      call.assigned().forEach(state::set);
      scan.script(call.input().get(), state, call.depth());
    } else if (call.piped() && at >= argv.size() && scan.isSuspicious()) {
      scan.unclear(scan.where(call.state(), call.assigned()), "a script that a shell is fed with");
    }
  }

  private void enter(Invocation call) {
    List<String> operands = new ArrayList<>();
    for (String word : call.argv().subList(1, call.argv().size())) {
      if (word.equals("-") || !word.startsWith("-")) {
        operands.add(word);
      }
    }
    if (operands.size() > 1) {
      call.state().leaveAll();
    } else {
      call.state().enter(operands.isEmpty() ? "~" : operands.get(0), scan.home());
    }
  }

  private static void declare(Invocation call) {
    for (String word : call.argv().subList(1, call.argv().size())) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        call.state().set(word.substring(0, equals), word.substring(equals + 1));
      }
    }
  }

  private void alias(Invocation call) {
    for (String word : call.argv().subList(1, call.argv().size())) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        scan.script(word.substring(equals + 1), call.state().copy(), call.depth());
      }
    }
  }

  private void env(Invocation call) {
    Map<String, String> assigned = new LinkedHashMap<>(call.assigned());
    ShellState state = call.state().copy();
    List<String> argv = call.argv();
    int at = 1;
    for (; at < argv.size(); at++) {
      String word = argv.get(at);
      int equals = word.indexOf('=');
      if (word.equals("-u") || word.equals("--unset")) {
        at++;
        if (at < argv.size()) {
          assigned.remove(argv.get(at));
          state.set(argv.get(at), "");
        }
      } else if (word.startsWith("--unset=")) {
        assigned.remove(word.substring(8));
        state.set(word.substring(8), "");
      } else if (word.equals("-i") || word.equals("-") || word.equals("--ignore-environment")) {
        assigned.clear();
        OwnRun.CHOOSING.forEach(name -> state.set(name, ""));
        List.of("GH_HOST", "GH_REPO").forEach(name -> state.set(name, ""));
      } else if (word.equals("-C") || word.equals("--chdir")) {
        at++;
        state.enter(at < argv.size() ? argv.get(at) : "", scan.home());
      } else if (word.startsWith("--chdir=")) {
        state.enter(word.substring(8), scan.home());
      } else if (word.equals("-S") || word.equals("--split-string")) {
        join(call, at + 1).ifPresent(text -> scan.script(text, state, call.depth()));
        return;
      } else if (word.startsWith("-S") || word.startsWith("--split-string=")) {
        String text = word.substring(word.startsWith("-S") ? 2 : 15);
        scan.script(text + " " + join(call, at + 1).orElse(""), state, call.depth());
        return;
      } else if (equals > 0 && !word.startsWith("-")) {
        assigned.put(word.substring(0, equals), word.substring(equals + 1));
      } else if (!word.startsWith("-")) {
        break;
      }
    }
    run(call.with(argv.subList(Math.min(at, argv.size()), argv.size()), assigned, state).deeper());
  }

  /** Words that only {@code xargs} knows come behind those of the command, or in their midst. */
  private void xargs(Invocation call) {
    List<String> argv = new ArrayList<>(call.argv());
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      if (word.startsWith(":::") && call.program().equals("parallel")) {
        // What stands behind that are values, not words of the command.
        argv.subList(i, argv.size()).clear();
      } else if (word.contains("{}")) {
        argv.set(i, word.replace("{}", String.valueOf(Marks.HOLE)));
      } else if (word.contains("%")) {
        argv.set(i, word.replace('%', Marks.HOLE));
      }
    }
    argv.add(String.valueOf(Marks.HOLE));
    within(call.with(argv, call.assigned(), call.state()));
  }

  /** What {@code find} runs for what it finds ends at a semicolon, or at a plus sign. */
  private void find(Invocation call) {
    List<String> argv = call.argv();
    for (int i = 1; i < argv.size(); i++) {
      String option = argv.get(i);
      if (!isExec(option)) {
        continue;
      }
      List<String> words = new ArrayList<>();
      boolean over = false;
      for (int at = i + 1; at < argv.size() && !over; at++) {
        String word = argv.get(at);
        over = word.equals(";") || (word.equals("+") && argv.get(at - 1).equals("{}"));
        if (!over) {
          words.add(word.replace("{}", String.valueOf(Marks.HOLE)));
        }
      }
      boolean appends = call.program().startsWith("fd") && !argv.contains("{}");
      if (appends) {
        words.add(String.valueOf(Marks.HOLE));
      }
      ShellState there = call.state().copy();
      if (option.endsWith("dir")) {
        there.leaveAll();
      }
      run(call.with(words, call.assigned(), there).deeper());
    }
  }

  private static boolean isExec(String option) {
    return switch (option) {
      case "-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch" -> true;
      default -> false;
    };
  }

  /** On another machine, or in another file system: who knows which checkout that is. */
  private void elsewhere(Invocation call) {
    ShellState there = call.state().copy();
    there.leaveAll();
    Invocation moved = call.with(call.argv(), call.assigned(), there);
    within(moved);
    if (call.program().equals("ssh")) {
      scripts(moved);
    }
  }

  /** Words that are scripts themselves. */
  private void scripts(Invocation call) {
    int found = 0;
    for (String word : call.argv().subList(1, call.argv().size())) {
      if ((word.indexOf(' ') > 0 || word.indexOf('\n') > 0) && found++ < MOST_WITHIN) {
        scan.script(word, call.state().copy(), call.depth());
      }
    }
  }

  /** A program in another language, as text. */
  private void inline(Invocation call) {
    for (String word : call.argv().subList(1, call.argv().size())) {
      if (Suspicion.of(word)) {
        scan.unclear(scan.where(call.state(), call.assigned()), "a program of " + call.program());
        return;
      }
    }
    if (call.input().filter(Suspicion::of).isPresent()) {
      scan.unclear(scan.where(call.state(), call.assigned()), "a program of " + call.program());
    }
    within(call);
  }

  private void other(Invocation call) {
    List<String> argv = call.argv();
    boolean acts =
        call.program().equals("jj")
            ? argv.contains("git") && argv.contains("push")
            : argv.contains("mr") && (argv.contains("merge") || argv.contains("close"));
    if (acts) {
      scan.unclear(
          scan.where(call.state(), call.assigned()), "a push or merge by " + call.program());
    }
  }

  /** The words from {@code first} on as one text. */
  static Optional<String> join(Invocation call, int first) {
    List<String> argv = call.argv();
    return first < argv.size()
        ? Optional.of(String.join(" ", argv.subList(first, argv.size())))
        : Optional.empty();
  }
}
