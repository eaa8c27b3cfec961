package dev.prlease.gate.checkout;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A repository's configuration, of all files and variables together, as git reads it.
 *
 * <p>Immutable; safe for use by several threads at once.
 */
public final class GitConfig {
  private static final String URL = "url.";
  private static final String PUSH_INSTEAD = ".pushinsteadof";

  private final Map<String, List<String>> values;

  private GitConfig(Map<String, List<String>> values) {
    this.values = values;
  }

  /**
   * That which holds in {@code directory}; outside repositories it is the user's and the system's.
   *
   * @param environment the user's variables
   * @throws CheckoutException if git cannot read it
   * @throws dev.prlease.api.forge.ForgeException if there is no git
   */
  public static GitConfig in(Path directory, Map<String, String> environment) {
    return of(new Git(directory, environment));
  }

  static GitConfig of(Git git) {
    GitAnswer answer = git.read("config", "--list", "-z");
    if (!answer.succeeded()) {
      throw CheckoutException.unreadable(git.directory(), answer.complaint());
    }
    Map<String, List<String>> values = new HashMap<>();
    for (String entry : answer.out().split("\0", -1)) {
      int newline = entry.indexOf('\n');
      // A name without a value is a truth.
      String name = newline < 0 ? entry : entry.substring(0, newline);
      String value = newline < 0 ? "true" : entry.substring(newline + 1);
      values.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
    }
    return new GitConfig(values);
  }

  /**
   * The value that counts, which is the last; empty if there is none.
   *
   * @param name section and variable in lower case, as git prints them
   */
  public Optional<String> get(String name) {
    List<String> all = values.getOrDefault(name, List.of());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }

  Optional<String> ofBranch(String branch, String variable) {
    return get("branch." + branch + "." + variable);
  }

  Optional<String> ofRemote(String remote, String variable) {
    return get("remote." + remote + "." + variable);
  }

  String pushDefault() {
    return get("push.default").orElse("simple").toLowerCase(Locale.ROOT);
  }

  /** Whether a branch that is pushed goes by the name of what it is compared with. */
  boolean pushesToUpstream() {
    return List.of("upstream", "tracking").contains(pushDefault());
  }

  /** The URL that a push goes to instead of {@code url}, by the longest rule that fits. */
  Optional<String> pushedInsteadOf(String url) {
    String fitting = "";
    Optional<String> base = Optional.empty();
    for (Map.Entry<String, List<String>> entry : values.entrySet()) {
      String name = entry.getKey();
      if (name.startsWith(URL) && name.endsWith(PUSH_INSTEAD)) {
        for (String prefix : entry.getValue()) {
          if (url.startsWith(prefix) && prefix.length() > fitting.length()) {
            fitting = prefix;
            base = Optional.of(name.substring(URL.length(), name.length() - PUSH_INSTEAD.length()));
          }
        }
      }
    }
    int known = fitting.length();
    return base.map(start -> start + url.substring(known));
  }
}
