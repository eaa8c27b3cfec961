package dev.prlease.cli;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotRecordedException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.checkout.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What stands in the way of acting on pull requests. */
final class ErrorsOfTheGate {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  private final ErrorTexts told;
  private final Path top;

  ErrorsOfTheGate(ErrorTexts told, Path top) {
    this.told = told;
    this.top = top;
  }

  void provoke() throws Exception {
    ofWhatIsRecorded();
    ofForges();
    ofWrongCalls();
    ofCheckouts();
  }

  /** With what the command would exit with. */
  private void add(String name, LeaseException error) {
    told.add(name, error);
    told.exitCodes()
        .computeIfAbsent(error.code(), code -> new TreeSet<>())
        .add(Refusal.of(error).exitCode());
  }

  private void ofWhatIsRecorded() {
    add("no durable sink", NotRecordedException.noDurableSink(KEY, "merge"));
    add("the sink fails", NotRecordedException.failed(KEY, "merge", new IOException("disk full")));
  }

  /** What they say themselves is told by the forge's own tests: GhForgeErrorsTest. */
  private void ofForges() {
    for (ForgeException.Kind kind : ForgeException.Kind.values()) {
      add(
          "in Java: " + kind,
          new ForgeException(
              kind, Optional.of(KEY), "what happened", "What to do.", Optional.empty(), null));
    }
  }

  private void ofWrongCalls() {
    Desktop desktop = new Desktop(top.resolve("wrong"));
    desktop.environment.put("PRLEASE_DEBUG", "1");
    desktop.environment.put("PATH", System.getenv("PATH"));
    for (String call :
        List.of(
            "watch-and-merge 42 --repo acme/app --interval 1s",
            "merge 42 --repo acme/app --admin",
            "merge 42 --repo acme/app --reason hotfix",
            "merge 42 --repo acme/app --squash --rebase",
            "merge 42 --pr 43 --repo acme/app",
            "merge acme/app#42 --repo acme/app",
            "push --expect HEAD",
            "rebase --expect HEAD",
            "do exec --key acme/app#42",
            "gc --closed --older-than 7d",
            "hook frobnicate",
            "hook install nobody",
            "hook run",
            "hook run claude twice",
            "hook install pre-push --user",
            "hook install")) {
      told.told(call, desktop.prlease(call.split(" ")));
    }
    told.told("hook install pre-push", desktop.prlease("hook", "install", "pre-push"));
    told.told("hook install claude --user", desktop.prlease("hook", "install", "claude", "--user"));
  }

  private void ofCheckouts() throws Exception {
    Desktop desktop = new Desktop(top.resolve("checkouts"));
    desktop.environment.put("PRLEASE_DEBUG", "1");
    desktop.environment.put("PATH", System.getenv("PATH"));
    desktop.environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    told.told("push outside a checkout", desktop.prlease("push"));
    git(desktop, "init", "-q", "-b", "main");
    git(
        desktop,
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "a");
    told.told("no remote", desktop.prlease("status", "--pr", "42"));
    git(desktop, "checkout", "-q", "--detach");
    told.told("no branch", desktop.prlease("status"));
    Path gone = Files.createDirectories(desktop.directory.resolve("gone"));
    try {
      Checkout.reopen(gone, desktop.environment);
      throw new AssertionError("a directory within a checkout passed for one");
    } catch (LeaseException vanished) {
      add("a worktree that is gone", vanished);
    }
  }

  private static void git(Desktop desktop, String... words) throws Exception {
    ProcessBuilder git = new ProcessBuilder("git").directory(desktop.directory.toFile());
    git.command().addAll(List.of(words));
    git.environment().putAll(Map.of("GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1"));
    if (git.redirectErrorStream(true).start().waitFor() != 0) {
      throw new AssertionError("git " + String.join(" ", words) + " failed");
    }
  }
}
