package dev.prlease.gate.guard;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.guard.HookChange.Deed;
import dev.prlease.gate.guard.HookChange.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/**
 * The guard among the hooks of a git repository, for all of its worktrees. A hook that is there
 * already runs after it, with the same words and the same input.
 */
public final class GitHook {
  private static final String BEFORE = "pre-push.before-prlease";

  private final Path hooks;
  private final boolean shared;

  private GitHook(Path hooks, boolean shared) {
    this.hooks = hooks;
    this.shared = shared;
  }

  /**
   * That of the repository around {@code directory}; empty if there is none. The directory of its
   * hooks is the one that git tells.
   *
   * @throws LeaseConfigurationException if git cannot be run
   */
  public static Optional<GitHook> find(Path directory, Map<String, String> environment) {
    Optional<String> top = git(directory, environment, "rev-parse", "--show-toplevel");
    if (top.isEmpty()) {
      return Optional.empty();
    }
    Path base = Path.of(top.get());
    Optional<String> common =
        git(base, environment, "rev-parse", "--path-format=absolute", "--git-common-dir");
    Optional<String> named = git(base, environment, "config", "--path", "core.hooksPath");
    Path usual = base.resolve(common.orElse(".git")).resolve("hooks");
    // A relative path is one below the top of each worktree.
    Path hooks = named.map(base::resolve).orElse(usual).normalize();
    boolean shared =
        named.isPresent()
            && !hooks.startsWith(base)
            && !hooks.startsWith(base.resolve(common.orElse(".git")));
    return Optional.of(new GitHook(hooks, shared));
  }

  /** What git answers; empty if it is nothing, or git refuses. */
  private static Optional<String> git(
      Path directory, Map<String, String> environment, String... words) {
    try {
      GitAnswer answer = new Git(directory, environment).read(words);
      return answer.succeeded()
          ? Optional.of(answer.out().strip()).filter(text -> !text.isEmpty())
          : Optional.empty();
    } catch (ForgeException missing) {
      throw new LeaseConfigurationException(
          "git is not installed, or not on the PATH", "Install git, and try again.", missing);
    }
  }

  private Path file() {
    return hooks.resolve("pre-push");
  }

  private Path before() {
    return hooks.resolve(BEFORE);
  }

  /**
   * Puts the hook there, or says that it would.
   *
   * @param program where prlease is, for when it is not on the path
   * @throws LeaseConfigurationException if something stands in the way
   */
  public HookChange install(Optional<String> program, Mode mode) {
    String script = HookScripts.prePush(program);
    boolean there = Files.exists(file(), LinkOption.NOFOLLOW_LINKS);
    Optional<String> content = content();
    if (content.filter(HookScripts::isOurs).isPresent()) {
      boolean same = content.get().equals(script) && Files.isExecutable(file());
      if (!same && mode == Mode.CHANGE) {
        HookFiles.write(file(), script, HookFiles.PROGRAM);
      }
      return change(same ? Deed.UNCHANGED : Deed.UPDATED);
    }
    if (there && Files.isDirectory(file())) {
      throw new LeaseConfigurationException(
          file() + " is a directory", "Remove it, or rename it; then try again.", null);
    }
    if (there && Files.exists(before(), LinkOption.NOFOLLOW_LINKS)) {
      throw new LeaseConfigurationException(
          before() + " is there already, beside a hook that is not prlease's",
          "Move one of the two away: " + file() + " would be kept under that name.",
          null);
    }
    if (mode == Mode.CHANGE) {
      if (there) {
        keep();
      }
      HookFiles.write(file(), script, HookFiles.PROGRAM);
    }
    return change(Deed.INSTALLED);
  }

  /** The hook that is there gets a second name, so that at no time there is none. */
  private void keep() {
    try {
      Files.createLink(before(), file());
    } catch (IOException | UnsupportedOperationException noLinks) {
      move(file(), before());
    }
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw HookFiles.failed(from, "cannot be renamed to " + to, failed);
    }
  }

  /** Takes the hook out, or says that it would, and puts back the one that was there before. */
  public HookChange uninstall(Mode mode) {
    if (content().filter(HookScripts::isOurs).isEmpty()) {
      return change(Deed.ABSENT);
    }
    if (mode == Mode.CHANGE) {
      if (Files.exists(before(), LinkOption.NOFOLLOW_LINKS)) {
        move(before(), file());
      } else {
        HookFiles.delete(file());
      }
    }
    return change(Deed.RESTORED);
  }

  /** What is there; empty for nothing, and for what is no text, which is none of ours. */
  private Optional<String> content() {
    try {
      return Files.isRegularFile(file()) ? Optional.of(Files.readString(file())) : Optional.empty();
    } catch (IOException foreign) {
      return Optional.empty();
    }
  }

  private HookChange change(Deed deed) {
    StringBuilder note = new StringBuilder();
    boolean chained = Files.exists(before(), LinkOption.NOFOLLOW_LINKS);
    if (chained && (deed == Deed.INSTALLED || deed == Deed.UPDATED || deed == Deed.UNCHANGED)) {
      note.append(
              Files.isExecutable(before())
                  ? "The hook that was there before runs after it: "
                  : "The hook that was there before did not run, and does not now: ")
          .append(before())
          .append('.');
    }
    if (shared) {
      note.append(note.length() == 0 ? "" : " ")
          .append("core.hooksPath is set: this directory may serve other repositories too.");
    }
    return new HookChange(HookKind.PRE_PUSH, file(), deed, note.toString());
  }
}
