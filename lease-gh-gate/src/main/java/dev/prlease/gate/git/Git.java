package dev.prlease.gate.git;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.program.Programs;
import dev.prlease.gate.program.Secrets;
import dev.prlease.spi.Gate;
import dev.prlease.spi.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The user's git in one directory. Which repository that is says the directory alone: variables
 * such as {@code GIT_DIR}, which git sets for its hooks, are left out.
 *
 * <p>Immutable; safe for use by several threads at once. All methods throw {@link ForgeException}
 * if there is no git.
 */
public final class Git {
  /** For what is read on this machine; only a broken disk takes so long. */
  private static final Duration LOCAL = Duration.ofSeconds(30);

  private final Path directory;
  private final Programs programs;
  private final List<String> options;
  private final Duration local;

  /**
   * One that runs in {@code directory}.
   *
   * @param environment the user's variables
   */
  public Git(Path directory, Map<String, String> environment) {
    this(directory, environment, List.of());
  }

  /**
   * One that is told {@code options} each time, before the subcommand: {@code --git-dir=DIR}, or
   * {@code -c} and a setting.
   *
   * @param environment the user's variables
   */
  public Git(Path directory, Map<String, String> environment, List<String> options) {
    this(
        directory,
        new Programs(new SystemClock(), GitEnvironment.of(environment), directory),
        List.copyOf(options),
        LOCAL);
  }

  private Git(Path directory, Programs programs, List<String> options, Duration local) {
    this.directory = directory;
    this.programs = programs;
    this.options = options;
    this.local = local;
  }

  /** The same, with another bound than 30 seconds for what is read on this machine. */
  public Git within(Duration bound) {
    return new Git(directory, programs, options, bound);
  }

  /** The same with the objects in {@code more} beside those of the repository. */
  public Git withObjects(Path more) {
    return new Git(
        directory,
        programs.with(
            variables -> {
              Map<String, String> all = new HashMap<>(variables);
              all.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", listed(more.toString()));
              return all;
            }),
        options,
        local);
  }

  /** Git takes a list with colons in between, and strings in quotes. */
  private static String listed(String path) {
    return path.indexOf(':') < 0 && path.indexOf('"') < 0
        ? path
        : '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Where it runs. */
  public Path directory() {
    return directory;
  }

  /** What must not be shown of what it writes. */
  public Secrets secrets() {
    return programs.secrets();
  }

  /**
   * Reads something of this machine, in at most 30 seconds. No answer is taken for an empty one: if
   * git has ended, and the end of what it wrote does not come in as much time again, that is
   * thrown.
   */
  public GitAnswer read(String... arguments) {
    return readWith("", arguments);
  }

  /** The same for a command that reads {@code input}. */
  public GitAnswer readWith(String input, String... arguments) {
    return GitAnswer.whole(programs.readWhole(words(List.of(arguments)), input, local));
  }

  /**
   * Changes something of this machine that needs no lease, such as what is taken back. Filters and
   * hooks may take their time, and leave behind who holds the output, of which nothing is read.
   */
  public GitAnswer change(Duration timeout, String... arguments) {
    return readRemote(timeout, List.of(arguments));
  }

  /** Reads something that a remote must be asked for. */
  public GitAnswer readRemote(Duration timeout, List<String> arguments) {
    return GitAnswer.of(programs.read(words(arguments), "", timeout));
  }

  /**
   * Acts under the lease of {@code gate}, which ends it, with all that it started, when it is lost
   * or its deadline comes; so does {@code timeout}.
   *
   * @throws LeaseException if the lease was over before it started
   */
  public GitAnswer act(Gate gate, Duration timeout, List<String> arguments) {
    return GitAnswer.of(programs.act(gate, words(arguments), timeout));
  }

  /** Runs another program that says something of this machine, in at most {@code timeout}. */
  public GitAnswer ask(Duration timeout, String program, String... arguments) {
    List<String> words = new ArrayList<>(List.of(program));
    words.addAll(List.of(arguments));
    return GitAnswer.of(programs.read(words, "", timeout));
  }

  private List<String> words(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("git"));
    words.addAll(options);
    words.addAll(arguments);
    return words;
  }
}
