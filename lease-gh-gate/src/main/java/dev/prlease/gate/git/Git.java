package dev.prlease.gate.git;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.spi.Gate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
  private final Map<String, String> environment;

  /**
   * One that runs in {@code directory}.
   *
   * @param environment the user's variables
   */
  public Git(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = GitEnvironment.of(environment);
  }

  /** Where it runs. */
  public Path directory() {
    return directory;
  }

  /** Reads something of this machine, in at most 30 seconds. */
  public GitAnswer read(String... arguments) {
    return readRemote(LOCAL, List.of(arguments));
  }

  /** The same for a command that reads {@code input}. */
  public GitAnswer readWith(String input, String... arguments) {
    return GitProgram.run(
        words(List.of(arguments)), environment, directory, LOCAL, Optional.of(input));
  }

  /** Reads something that a remote must be asked for. */
  public GitAnswer readRemote(Duration timeout, List<String> arguments) {
    return GitProgram.run(words(arguments), environment, directory, timeout, Optional.empty());
  }

  /**
   * Acts under the lease of {@code gate}, which ends it, with all that it started, when it is lost
   * or its deadline comes; so does {@code timeout}.
   *
   * @throws LeaseException if the lease was over before it started
   */
  public GitAnswer act(Gate gate, Duration timeout, List<String> arguments) {
    GitAnswer answer = GitProgram.act(gate, words(arguments), environment, directory, timeout);
    // Nothing was started, so nothing is done twice; a lease that is over refuses the second try.
    return answer.isNotStarted()
        ? GitProgram.act(gate, words(arguments), environment, directory, timeout)
        : answer;
  }

  /** Runs another program that says something of this machine, in at most {@code timeout}. */
  public GitAnswer ask(Duration timeout, String program, String... arguments) {
    List<String> words = new ArrayList<>(List.of(program));
    words.addAll(List.of(arguments));
    return GitProgram.run(words, environment, directory, timeout, Optional.empty());
  }

  private static List<String> words(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("git"));
    words.addAll(arguments);
    return words;
  }
}
