package dev.prlease.cli;

import dev.prlease.gate.fixture.GitWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How {@code prlease claim} can be called wrongly; what it refuses has reasons of its own. */
final class ErrorsOfClaims {
  private static final String ISSUE = " --key issue:acme/app#760";

  private final ErrorTexts told;
  private final Path top;

  ErrorsOfClaims(ErrorTexts told, Path top) {
    this.told = told;
    this.top = top;
  }

  void provoke() throws IOException {
    GitWorld world = new GitWorld(Files.createDirectories(top.resolve("git")));
    Path checkout = Files.createDirectories(top.resolve("checkout"));
    world.git(checkout, "init", "-q", "-b", "main");
    world.commit(checkout, "a.txt", "base\n");
    Path bare = world.server("acme/app");
    Desktop desktop = new Desktop(top);
    desktop.environment.putAll(world.environment());
    desktop.environment.put("PRLEASE_DEBUG", "1");
    for (String call :
        List.of(
            "claim",
            "claim steal" + ISSUE,
            "claim show --branch x" + ISSUE,
            "claim show",
            "claim show --issue 760",
            "claim show --issue 0",
            "claim show --issue 760" + ISSUE,
            "claim show --key issue:acme",
            "claim show --key acme/app#760",
            "claim show --issue 760 --repo acme",
            "acquire" + ISSUE,
            "claim verify" + ISSUE,
            "claim adopt --session s" + ISSUE,
            "claim adopt --session s --from s" + ISSUE,
            "claim verify --session s" + ISSUE,
            "claim verify --session s --remote origin --operation=" + ISSUE,
            "claim verify --session s --worktree=" + ISSUE,
            "claim verify --session s --worktree " + bare + ISSUE,
            "claim heartbeat --session s --remote origin --holder-pid me" + ISSUE,
            "claim heartbeat --session s --remote origin --holder-pid 4999999999" + ISSUE)) {
      told.told(call.replace(bare.toString(), "BARE"), desktop.in(checkout, call.split(" ")));
    }
    told.told(
        "a path with a NUL",
        desktop.in(
            checkout,
            "claim",
            "verify",
            "--key",
            "issue:acme/app#760",
            "--session",
            "s",
            "--worktree",
            "a\0b"));
    told.told(
        "a claim from outside a worktree",
        desktop.prlease("claim", "take", "--key", "issue:acme/app#760"));
    told.told(
        "a claim's terms from outside a worktree",
        desktop.prlease("claim", "verify", "--key", "issue:acme/app#760", "--session", "s"));
    world.git(checkout, "checkout", "-q", "--detach");
    told.told(
        "a detached head",
        desktop.in(checkout, "claim", "verify", "--key", "issue:acme/app#760", "--session", "s"));
  }
}
