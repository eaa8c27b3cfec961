package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Scan.Invocation;
import dev.prlease.gate.guard.Sighting.Act;
import dev.prlease.gate.guard.Sighting.Move;
import dev.prlease.gate.guard.Sighting.PullRequestAct;
import dev.prlease.gate.guard.Sighting.Unclear;
import dev.prlease.gate.guard.shell.Marks;
import dev.prlease.gate.guard.shell.Node;
import dev.prlease.gate.guard.shell.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A call of {@code gh}. */
final class GhInvocation {
  private final Scan scan;

  GhInvocation(Scan scan) {
    this.scan = scan;
  }

  void run(Invocation call) {
    List<String> argv = call.argv();
    int first = command(argv, 1);
    if (first >= argv.size()) {
      return;
    }
    switch (argv.get(first)) {
      case "pr" -> pullRequest(call, first);
      case "issue" -> issue(call, first);
      case "repo" -> repository(call, first);
      case "api" -> {
        List<String> words = new ArrayList<>(argv);
        words.remove(first);
        api(call.with(words, call.assigned(), call.state()));
      }
      default -> {
        if (argv.get(first).indexOf(Marks.HOLE) >= 0 && scan.isSuspicious()) {
          scan.unclear(where(call), "a gh command that only the shell knows");
        } else if (first == 1) {
          scan.ghAlias(argv.get(1)).ifPresent(text -> alias(call, text));
        }
      }
    }
  }

  /** Words of the call take the places {@code $1} and so on in it, or come behind it. */
  private void alias(Invocation call, String text) {
    if (call.depth() > 6) {
      scan.unclear(where(call), "an alias of aliases");
      return;
    }
    if (text.startsWith("!")) {
      scan.script(text.substring(1), call.state().copy(), call.depth() + 1);
      return;
    }
    List<String> rest = call.argv().subList(2, call.argv().size());
    String filled = text;
    int taken = 0;
    for (int i = 0; i < Math.min(rest.size(), 9); i++) {
      String place = "$" + (i + 1);
      if (text.contains(place)) {
        String word = rest.get(i);
        boolean plain = Denial.quote(word).equals(word);
        // Whatever is no plain word, only the shell will know.
        filled = filled.replace(place, plain ? word : "$_");
        taken = i + 1;
      }
    }
    List<String> words = new ArrayList<>(List.of("gh"));
    for (Node node : Script.read(filled).nodes()) {
      if (node instanceof Node.Command command) {
        words.addAll(Expansion.expand(command.words(), call.state()));
      }
    }
    words.addAll(rest.subList(taken, rest.size()));
    run(call.with(words, call.assigned(), call.state()).deeper());
  }

  /** Where the next word stands that is no option, for options of {@code gh pr}. */
  private static int command(List<String> argv, int from) {
    int at = from;
    while (at < argv.size() && argv.get(at).startsWith("-")) {
      at += argv.get(at).equals("-R") || argv.get(at).equals("--repo") ? 2 : 1;
    }
    return at;
  }

  private void pullRequest(Invocation call, int pr) {
    List<String> argv = call.argv();
    int verb = command(argv, pr + 1);
    if (verb >= argv.size()) {
      return;
    }
    Optional<Act> act =
        switch (argv.get(verb)) {
          case "merge" -> Optional.of(Act.MERGE);
          case "close" -> Optional.of(Act.CLOSE);
          case "update-branch" -> Optional.of(Act.UPDATE_BRANCH);
          default -> Optional.empty();
        };
    if (act.isEmpty()) {
      if (argv.get(verb).indexOf(Marks.HOLE) >= 0 && scan.isSuspicious()) {
        scan.unclear(where(call), "a gh pr command that only the shell knows");
      }
      return;
    }
    Words words = new Words();
    for (int i = 1; i < argv.size(); i++) {
      if (i != pr && i != verb) {
        i = words.take(argv, i);
      }
    }
    if (!words.help) {
      scan.see(new PullRequestAct(where(call), act.get(), words.repository, words.selector));
    }
  }

  /** To the forge a pull request is an issue, too: whoever closes that closes it. */
  private void issue(Invocation call, int issue) {
    List<String> argv = call.argv();
    int verb = command(argv, issue + 1);
    if (verb >= argv.size() || !argv.get(verb).equals("close")) {
      return;
    }
    Words words = new Words();
    for (int i = 1; i < argv.size(); i++) {
      if (i != issue && i != verb) {
        i = words.take(argv, i);
      }
    }
    Optional<String> selector = words.selector.map(text -> text.replace("/issues/", "/pull/"));
    if (!words.help && selector.isPresent()) {
      scan.see(new PullRequestAct(where(call), Act.CLOSE, words.repository, selector));
    }
  }

  /**
   * {@code gh repo sync FORK} moves a branch over there; without a name it fetches into this one.
   */
  private void repository(Invocation call, int repo) {
    List<String> argv = call.argv();
    if (repo + 1 >= argv.size() || !argv.get(repo + 1).equals("sync")) {
      return;
    }
    Optional<String> target = Optional.empty();
    Optional<String> branch = Optional.empty();
    for (int i = repo + 2; i < argv.size(); i++) {
      String word = argv.get(i);
      String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
      if (word.equals("-b") || word.equals("--branch")) {
        branch = Optional.of(next);
        i++;
      } else if (word.equals("-s") || word.equals("--source")) {
        i++;
      } else if (word.startsWith("--branch=")) {
        branch = Optional.of(word.substring("--branch=".length()));
      } else if (word.startsWith("-b")) {
        branch = Optional.of(word.substring(word.startsWith("-b=") ? 3 : 2));
      } else if (!word.startsWith("-")) {
        target = Optional.of(word);
      }
    }
    if (target.isEmpty()) {
      return;
    }
    scan.see(
        branch.isPresent()
            ? new Move(where(call), target, "refs/heads/" + branch.get())
            : new Unclear(where(call), "a gh repo sync of a branch that it does not name", target));
  }

  /** The words of {@code gh pr merge}, {@code close} and {@code update-branch}. */
  private static final class Words {
    private Optional<String> repository = Optional.empty();
    private Optional<String> selector = Optional.empty();
    private boolean help;
    private boolean optionsOver;

    /** Takes what begins at {@code i}; the place of the last word taken. */
    int take(List<String> argv, int i) {
      String word = argv.get(i);
      if (optionsOver || !word.startsWith("-") || word.equals("-")) {
        selector = selector.isPresent() ? selector : Optional.of(word);
        return i;
      }
      if (word.equals("--")) {
        optionsOver = true;
        return i;
      }
      return word.startsWith("--") ? longOption(argv, i) : cluster(argv, i);
    }

    private int longOption(List<String> argv, int i) {
      String word = argv.get(i);
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      switch (name) {
        case "--repo" -> {
          repository = Optional.of(equals < 0 ? next(argv, i) : word.substring(equals + 1));
          return equals < 0 ? i + 1 : i;
        }
        case "--body",
            "--body-file",
            "--subject",
            "--match-head-commit",
            "--author-email",
            "--comment" -> {
          return equals < 0 ? i + 1 : i;
        }
        case "--help" -> help = true;
        default -> {}
      }
      return i;
    }

    private int cluster(List<String> argv, int i) {
      String word = argv.get(i);
      for (int at = 1; at < word.length(); at++) {
        char c = word.charAt(at);
        if ("RbFtAc".indexOf(c) >= 0) {
          boolean inside = at + 1 < word.length();
          String value = inside ? word.substring(at + 1) : next(argv, i);
          if (c == 'R') {
            repository = Optional.of(value.startsWith("=") ? value.substring(1) : value);
          }
          return inside ? i : i + 1;
        }
        help |= c == 'h';
      }
      return i;
    }

    private static String next(List<String> argv, int i) {
      return i + 1 < argv.size() ? argv.get(i + 1) : "";
    }
  }

  /** A request to the forge's own interface; the words are those behind {@code api}. */
  void api(Invocation call) {
    List<String> argv = call.argv();
    Optional<String> endpoint = Optional.empty();
    Optional<String> method = Optional.empty();
    String host = "";
    List<String> fields = new ArrayList<>();
    boolean input = false;
    for (int i = 1; i < argv.size(); i++) {
      String word = withoutInclude(argv.get(i));
      String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
      int equals = word.indexOf('=');
      String name = word.startsWith("--") && equals > 0 ? word.substring(0, equals) : word;
      String value = word.startsWith("--") && equals > 0 ? word.substring(equals + 1) : next;
      int more = word.startsWith("--") && equals > 0 ? 0 : 1;
      switch (name) {
        case "-X", "--method" -> {
          method = Optional.of(value);
          i += more;
        }
        case "-f", "-F", "--raw-field", "--field" -> {
          fields.add(value);
          i += more;
        }
        case "--hostname" -> {
          host = value;
          i += more;
        }
        case "--input" -> {
          input = true;
          i += more;
        }
        case "-H", "--header", "-q", "--jq", "-t", "--template", "-p", "--preview", "--cache" ->
            i += more;
        default -> {
          if (word.startsWith("-X") && word.length() > 2) {
            method = Optional.of(word.substring(word.charAt(2) == '=' ? 3 : 2));
          } else if ((word.startsWith("-f") || word.startsWith("-F")) && word.length() > 2) {
            fields.add(word.substring(2));
          } else if (!word.startsWith("-") && endpoint.isEmpty()) {
            endpoint = Optional.of(word);
          }
        }
      }
    }
    if (endpoint.isPresent()) {
      String verb = method.orElse(fields.isEmpty() && !input ? "GET" : "POST");
      ApiRequest request =
          new ApiRequest(where(call), host, verb, endpoint.get(), fields, input, call.input());
      request.sightings().forEach(scan::see);
    }
  }

  /** {@code -i} takes no value, so others may stand behind it in one word: {@code -iX PUT}. */
  private static String withoutInclude(String word) {
    String rest = word;
    while (rest.startsWith("-i") && rest.length() > 2) {
      rest = "-" + rest.substring(2);
    }
    return rest;
  }

  private Where where(Invocation call) {
    return scan.where(call.state(), call.assigned());
  }
}
