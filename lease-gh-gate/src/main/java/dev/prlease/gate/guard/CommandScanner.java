package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out what a shell command line would push or merge, without running any of it. It never
 * throws, and its time is bounded: it reads no more than {@link #LONGEST} characters, and what
 * those make it read again is counted.
 */
public final class CommandScanner {
  /** Longer command lines are not read; those that look like a push or merge are unclear. */
  public static final int LONGEST = 1 << 16;

  private final GitAliases git;
  private final GhAliases gh;
  private final Optional<Path> home;

  /**
   * A scanner.
   *
   * @param home where {@code ~} leads
   */
  public CommandScanner(GitAliases git, GhAliases gh, Optional<Path> home) {
    this.git = git;
    this.gh = gh;
    this.home = home;
  }

  /** What {@code text}, which cannot be read as anything, may be: unclear, or nothing. */
  public static List<Sighting> suspect(String text, Path directory) {
    return Suspicion.of(text)
        ? List.of(
            new Sighting.Unclear(
                Where.in(directory), "something that cannot be understood", Optional.empty()))
        : List.of();
  }

  /** What {@code command} would do if a shell ran it in {@code directory}. */
  public List<Sighting> scan(String command, Path directory) {
    Where where = Where.in(directory);
    List<Sighting> sightings = new ArrayList<>();
    if (command.length() > LONGEST) {
      if (Relevance.of(command) && Suspicion.of(command)) {
        sightings.add(new Sighting.Unclear(where, "a command of such length", Optional.empty()));
      }
      return sightings;
    }
    boolean relevant = Relevance.of(command);
    if (!relevant && !command.contains("git") && !command.contains("gh")) {
      return sightings;
    }
    Script script = Script.read(command);
    Scan scan = new Scan(git, gh, home, command, sightings);
    try {
      scan.run(script.nodes(), new ShellState(Optional.of(directory), Map.of()), 0);
    } catch (RuntimeException | StackOverflowError fault) {
      // A command that confuses this program is not known to be harmless.
      scan.suspect(where, "a command that cannot be read");
    }
    if (script.reading() == Script.Reading.BROKEN) {
      scan.suspect(where, "a command with a quote or bracket that is not closed");
    }
    return relevant || scan.metAlias() ? sightings : List.of();
  }
}
