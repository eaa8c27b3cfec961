package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Marks;
import dev.prlease.gate.guard.shell.Node;
import dev.prlease.gate.guard.shell.Script;
import dev.prlease.gate.guard.shell.Word;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One command line at a time: goes through its commands and notes what acts on pull requests. */
final class Scan {
  /** So deep may scripts lie within scripts, and aliases within aliases. */
  private static final int DEEPEST = 8;

  /** So many characters are read in all, whatever is read again. */
  private static final int MOST_CHARACTERS = 8 * CommandScanner.LONGEST;

  /** Nobody pushes more than that in one line; what comes after is unclear. */
  private static final int MOST_SIGHTINGS = 64;

  private static final List<String> ASKED = asked();

  private final GitAliases aliases;
  private final GhAliases ghAliases;
  private final Optional<Path> home;
  private final String command;
  private final List<Sighting> sightings;
  private final Invocations invocations = new Invocations(this);
  private int budget = MOST_CHARACTERS;
  private int rounds;
  private boolean metAlias;

  Scan(
      GitAliases aliases,
      GhAliases ghAliases,
      Optional<Path> home,
      String command,
      List<Sighting> sightings) {
    this.aliases = aliases;
    this.ghAliases = ghAliases;
    this.home = home;
    this.command = command;
    this.sightings = sightings;
  }

  private static List<String> asked() {
    List<String> names = new ArrayList<>(List.of("GH_REPO", "GH_HOST", "PRLEASE_SESSION"));
    names.add(OwnRun.MARK);
    names.add(OwnRun.STORE_MARK);
    OwnRun.CHOOSING.forEach(name -> names.add(OwnRun.mark(name)));
    return List.copyOf(names);
  }

  boolean metAlias() {
    return metAlias;
  }

  Optional<Path> home() {
    return home;
  }

  /** Goes through {@code nodes}; the state becomes what can be told of the one behind them. */
  void run(List<Node> nodes, ShellState state, int depth) {
    List<ShellState> end = Walk.along(nodes, List.of(state.copy()), new Steps(depth));
    state.become(ShellState.merge(end));
  }

  /** The commands of one script. */
  private final class Steps implements Walk.Runner {
    private final int depth;

    Steps(int depth) {
      this.depth = depth;
    }

    @Override
    public Walk.Effect command(Node.Command simple, ShellState state, boolean piped) {
      return Scan.this.command(simple, state, piped, depth);
    }

    @Override
    public boolean oneMoreRound() {
      return rounds++ < Walk.MOST_ROUNDS;
    }
  }

  private Walk.Effect command(Node.Command simple, ShellState state, boolean piped, int depth) {
    Map<String, String> assigned = new LinkedHashMap<>();
    int first = 0;
    List<Word> words = simple.words();
    while (first < words.size() && words.get(first).assignment() > 0) {
      assign(words.get(first), state, assigned);
      first++;
    }
    List<String> argv = Expansion.expand(words.subList(first, words.size()), state);
    if (argv.isEmpty()) {
      assigned.forEach(state::set);
      return Walk.Effect.ORDINARY;
    }
    Optional<String> input = simple.input().map(word -> Expansion.join(word, state));
    invocations.run(new Invocation(argv, assigned, state, input, piped, depth));
    return switch (argv.get(0)) {
      case "cd", "pushd", "popd", "chdir" -> Walk.Effect.MOVE;
      case "exit" -> Walk.Effect.EXIT;
      case "return", "break", "continue" -> Walk.Effect.RETURN;
      default -> Walk.Effect.ORDINARY;
    };
  }

  private static void assign(Word word, ShellState state, Map<String, String> to) {
    String whole = Expansion.join(word, state);
    int equals = whole.indexOf('=');
    String name = whole.substring(0, equals);
    String value = whole.substring(equals + 1);
    if (name.endsWith("+")) {
      name = name.substring(0, name.length() - 1);
      value = state.get(name).orElse("") + value;
    }
    to.put(name, value.length() > Expansion.LONGEST_VALUE ? String.valueOf(Marks.HOLE) : value);
  }

  /** Goes through a script that a command is given. */
  void script(String text, ShellState state, int depth) {
    budget -= text.length() + 1;
    if (depth >= DEEPEST || budget < 0) {
      suspect(where(state, Map.of()), "a command nested beyond measure");
      return;
    }
    Script script = Script.read(text);
    run(script.nodes(), state, depth + 1);
    if (script.reading() == Script.Reading.BROKEN && Suspicion.of(text)) {
      unclear(where(state, Map.of()), "a command with a quote or bracket that is not closed");
    }
  }

  /** Where a command would run that is called with {@code assigned} in front. */
  Where where(ShellState state, Map<String, String> assigned) {
    Map<String, String> asked = new HashMap<>();
    for (String name : ASKED) {
      String value = assigned.getOrDefault(name, state.get(name).orElse(""));
      if (assigned.containsKey(name) || state.get(name).isPresent()) {
        asked.put(name, Marks.isKnown(value) ? value : "");
      }
    }
    String named = assigned.getOrDefault("GIT_DIR", state.get("GIT_DIR").orElse(""));
    if (named.isEmpty()) {
      return new Where(state.directory(), Optional.empty(), asked, List.of());
    }
    Optional<Path> gitDirectory = ShellState.resolve(state.directory(), named, home);
    return new Where(
        gitDirectory.isPresent() ? state.directory() : Optional.empty(),
        gitDirectory,
        asked,
        List.of());
  }

  void see(Sighting sighting) {
    if (sightings.size() < MOST_SIGHTINGS && !sightings.contains(sighting)) {
      sightings.add(sighting);
    } else if (sightings.size() == MOST_SIGHTINGS) {
      sightings.add(
          new Sighting.Unclear(
              sighting.where().unknown(), "more than can be looked at", Optional.empty()));
    }
  }

  void unclear(Where where, String what) {
    see(new Sighting.Unclear(where, what, Optional.empty()));
  }

  /** Notes {@code what} if the whole command looks like a push or merge. */
  void suspect(Where where, String what) {
    if (Suspicion.of(command)) {
      unclear(where, what);
    }
  }

  /** Whether what stands in the whole command line looks like a push or merge. */
  boolean isSuspicious() {
    return Suspicion.of(command);
  }

  /** What {@code git NAME} stands for. */
  Optional<String> alias(ShellState state, String name) {
    if (!Marks.isKnown(name) || name.indexOf(Marks.BRANCH) >= 0 || budget < 0) {
      return Optional.empty();
    }
    budget -= 1 << 12;
    Optional<String> found = aliases.find(state.directory(), name);
    metAlias |= found.isPresent();
    return found;
  }

  /** What {@code gh NAME} stands for. */
  Optional<String> ghAlias(String name) {
    Optional<String> found = Marks.isKnown(name) ? ghAliases.find(name) : Optional.empty();
    metAlias |= found.isPresent();
    return found;
  }

  /**
   * A command about to be run.
   *
   * @param argv its words, with marks
   * @param assigned what is assigned in front of it
   * @param state what the shell knows
   * @param input what it reads, where the script says so
   * @param piped whether it reads what another command writes
   * @param depth how deep in other commands it lies
   */
  record Invocation(
      List<String> argv,
      Map<String, String> assigned,
      ShellState state,
      Optional<String> input,
      boolean piped,
      int depth) {
    Invocation from(int first) {
      return with(argv.subList(Math.min(first, argv.size()), argv.size()), assigned, state);
    }

    Invocation with(List<String> words, Map<String, String> more, ShellState where) {
      return new Invocation(new ArrayList<>(words), more, where, input, piped, depth);
    }

    Invocation deeper() {
      return new Invocation(argv, assigned, state, input, piped, depth + 1);
    }

    /** The name of what is called, without its directory. */
    String program() {
      String word = argv.isEmpty() ? "" : argv.get(0);
      return word.substring(word.lastIndexOf('/') + 1);
    }
  }
}
