package dev.prlease.cli.session;

import dev.prlease.api.SessionId;
import dev.prlease.cli.syntax.UsageException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out who acts: the session named by {@code --session}, else by {@code PRLEASE_SESSION}, else
 * the worktree's own.
 */
public final class Sessions {
  /** The environment's variable. */
  public static final String VARIABLE = "PRLEASE_SESSION";

  private final Optional<String> option;
  private final Path directory;
  private final Map<String, String> environment;

  /**
   * Sessions of one call.
   *
   * @param option the value of {@code --session}
   * @param directory the working directory
   */
  public Sessions(Optional<String> option, Path directory, Map<String, String> environment) {
    this.option = option;
    this.directory = directory;
    this.environment = environment;
  }

  /**
   * The session that the user named, if any.
   *
   * @throws UsageException if the name is no session id. An empty {@code PRLEASE_SESSION} is
   *     refused too: it is more likely a script's mistake than a wish for another identity
   */
  public Optional<SessionId> named() {
    if (option.isPresent()) {
      return Optional.of(read("--session", option.get()));
    }
    return Optional.ofNullable(environment.get(VARIABLE)).map(value -> read(VARIABLE, value));
  }

  /** The session that acts, if one is known; none is made. */
  public Optional<SessionId> find() {
    Optional<SessionId> named = named();
    return named.isPresent() ? named : worktree().flatMap(WorktreeSession::find);
  }

  /** The session that acts; the worktree's is made if need be, and outside one a new one. */
  public Made findOrCreate() {
    Optional<SessionId> named = named();
    if (named.isPresent()) {
      return new Made(named.get(), Keeping.KNOWN);
    }
    Optional<WorktreeSession> worktree = worktree();
    return worktree.isPresent()
        ? new Made(worktree.get().findOrCreate(), Keeping.KNOWN)
        : new Made(SessionId.random(), Keeping.UNKNOWN);
  }

  /** Whether the working directory is in a git worktree. */
  public boolean isInWorktree() {
    return worktree().isPresent();
  }

  private Optional<WorktreeSession> worktree() {
    return GitDirectory.find(directory, environment).map(WorktreeSession::new);
  }

  private static SessionId read(String source, String value) {
    if (value.isEmpty()) {
      throw new UsageException(
          source + " is empty", "Give it a session id, or leave it out altogether.");
    }
    try {
      return SessionId.of(value);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          source + ": " + e.getMessage(), "Use 1 to 200 printable characters.");
    }
  }

  /** Whether later calls find the session by themselves. */
  public enum Keeping {
    /** It was named, or the worktree keeps it. */
    KNOWN,
    /** Nobody knows it but this call: it must be printed. */
    UNKNOWN
  }

  /** A session, and whether later calls find it. */
  public record Made(SessionId session, Keeping keeping) {}
}
