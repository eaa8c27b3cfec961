package dev.prlease.gate.checkout;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A repository's configuration, of all files and variables together, as git reads it. */
final class GitConfig {
  private final Map<String, List<String>> values;

  private GitConfig(Map<String, List<String>> values) {
    this.values = values;
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

  /** The value that counts, which is the last. */
  Optional<String> get(String name) {
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
}
