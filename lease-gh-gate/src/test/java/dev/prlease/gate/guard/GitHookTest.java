package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.gate.guard.HookChange.Deed;
import dev.prlease.gate.guard.HookChange.Mode;
import dev.prlease.process.ProcessResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guard among git's hooks, with a real git, and a {@code prlease} that the test plays. */
class GitHookTest {
  @TempDir Path top = Path.of("");
  private GitShell shell = new GitShell(Path.of(""));
  private Path work = Path.of("");

  @BeforeEach
  void repository() throws Exception {
    shell = new GitShell(top);
    work = shell.repository();
    shell.prlease("cat >> \"$LOG\"; echo \"$*\" >> \"$LOG\"; exit ${CODE:-0}");
  }

  private GitHook hook(Path directory) {
    return GitHook.find(directory, shell.environment).orElseThrow();
  }

  private HookChange install() {
    return hook(work).install(Optional.empty(), Mode.CHANGE);
  }

  private String log() throws Exception {
    Path log = top.resolve("log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private static void program(Path file, String content) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  @DisplayName("The guard hears what git is about to push, with remote and address")
  void hears() throws Exception {
    HookChange change = install();
    assertThat(change.deed()).isEqualTo(Deed.INSTALLED);
    assertThat(change.file()).isEqualTo(work.resolve(".git/hooks/pre-push"));
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
    assertThat(log())
        .matches(
            """
            (?s)HEAD [0-9a-f]{40} refs/heads/f 0{40}
            hook run pre-push -- origin /.*bare\\.git
            """);
    shell.environment.put("CODE", "0");
    assertThat(shell.git(work, "push", "-q", "origin", ":f")).isZero();
    assertThat(log()).contains("(delete) " + "0".repeat(40) + " refs/heads/f ");
  }

  @Test
  @DisplayName("A denial stops the push; a failure, and a missing prlease, do not, and say so")
  void outcomes() throws Exception {
    install();
    shell.environment.put("CODE", "75");
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isNotZero();
    assertThat(shell.branches()).doesNotContain("refs/heads/f");
    shell.environment.put("CODE", "74");
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
    assertThat(shell.err).contains("the guard failed (exit 74)");
    Files.delete(top.resolve("bin/prlease"));
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/g")).isZero();
    assertThat(shell.err).contains("prlease: not found");
  }

  @Test
  @DisplayName("Where nothing is pushed the guard is not asked; the earlier hook is, as ever")
  void nothingToPush() throws Exception {
    program(
        work.resolve(".git/hooks/pre-push"),
        "#!/bin/bash\ncat >> \"$LOG\"; echo \"old $*\" >> \"$LOG\"\n");
    install();
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
    Files.delete(top.resolve("log"));
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
    assertThat(log()).startsWith("old origin ").doesNotContain("hook run");
  }

  @Test
  @DisplayName("An earlier hook gets the same words and input, decides too, and comes back")
  void chain() throws Exception {
    Path file = work.resolve(".git/hooks/pre-push");
    String old = "#!/bin/bash\n{ echo \"old $*\"; cat; } >> \"$LOG\"; exit ${OLD:-0}\n";
    program(file, old);
    assertThat(install().note()).contains("pre-push.before-prlease");
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
    String all = log();
    String line = all.substring(0, all.indexOf('\n') + 1);
    assertThat(all).endsWith(line).contains("\nold origin /");
    shell.environment.put("OLD", "3");
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/g")).isNotZero();
    assertThat(shell.branches()).doesNotContain("refs/heads/g");
    shell.environment.put("CODE", "75");
    Files.delete(top.resolve("log"));
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/g")).isNotZero();
    assertThat(log()).doesNotContain("old");
    assertThat(install().deed()).isEqualTo(Deed.UNCHANGED);
    assertThat(hook(work).uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.RESTORED);
    assertThat(file).hasContent(old.strip()).isExecutable();
    assertThat(file.resolveSibling("pre-push.before-prlease")).doesNotExist();
    assertThat(hook(work).uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.ABSENT);
  }

  @Test
  @DisplayName("A hook that goes by its own name still has it")
  void ownName() throws Exception {
    program(
        work.resolve(".git/hooks/pre-push"),
        "#!/usr/bin/env sh\necho \"$(basename \"$0\") $# $(cat)\" >> \"$LOG\"\nexit 4\n");
    install();
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isNotZero();
    assertThat(log()).containsPattern("(?m)^pre-push 2 HEAD [0-9a-f]{40} refs/heads/f ");
  }

  @Test
  @DisplayName("A hook that git would not run is kept, and not run")
  void notExecutable() throws Exception {
    Path file = work.resolve(".git/hooks/pre-push");
    program(file, "#!/bin/sh\nexit 9\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    install();
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
  }

  @Test
  @DisplayName("A hook that is a symbolic link stays one")
  void linkedHook() throws Exception {
    program(work.resolve("scripts/check"), "#!/bin/bash\necho linked >> \"$LOG\"\n");
    Path file = work.resolve(".git/hooks/pre-push");
    Files.createDirectories(file.getParent());
    Files.createSymbolicLink(file, Path.of("../../scripts/check"));
    install();
    assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
    assertThat(log()).contains("linked");
    assertThat(work.resolve("scripts/check")).content().contains("linked");
    hook(work).uninstall(Mode.CHANGE);
    assertThat(file).isSymbolicLink();
  }

  @Test
  @DisplayName("Worktrees share the hook, and each hears of its own pushes")
  void worktree() throws Exception {
    shell.git(work, "worktree", "add", "-q", "-b", "w", top.resolve("other").toString());
    Path other = top.resolve("other");
    assertThat(hook(other).install(Optional.empty(), Mode.CHANGE).file())
        .isEqualTo(work.resolve(".git/hooks/pre-push"));
    assertThat(install().deed()).isEqualTo(Deed.UNCHANGED);
    assertThat(shell.git(other, "push", "-q", "origin", "w")).isZero();
    assertThat(log()).contains("refs/heads/w");
  }

  @Test
  @DisplayName("The directory is the one that core.hooksPath names, also a relative one")
  void hooksPath() throws Exception {
    shell.git(work, "config", "core.hooksPath", ".githooks");
    Path sub = Files.createDirectories(work.resolve("sub/dir"));
    assertThat(hook(sub).install(Optional.empty(), Mode.CHANGE).file())
        .isEqualTo(work.resolve(".githooks/pre-push"));
    assertThat(shell.git(work, "push", "-q", "origin", "HEAD:refs/heads/f")).isZero();
    assertThat(log()).contains("hook run pre-push");
    shell.git(work, "config", "core.hooksPath", top.resolve("global").toString());
    assertThat(install().note()).contains("other repositories");
  }

  @Test
  @DisplayName("Two hooks of others in the way are refused, and nothing is lost")
  void refused() throws Exception {
    program(work.resolve(".git/hooks/pre-push"), "#!/bin/sh\n");
    program(work.resolve(".git/hooks/pre-push.before-prlease"), "#!/bin/sh\n# x\n");
    assertThatThrownBy(this::install).hasMessageContaining("is there already");
    assertThat(work.resolve(".git/hooks/pre-push.before-prlease")).hasContent("#!/bin/sh\n# x");
  }

  @Test
  @DisplayName("A hook of another that replaced ours is left alone")
  void replaced() throws Exception {
    install();
    program(work.resolve(".git/hooks/pre-push"), "#!/bin/sh\n# theirs\n");
    assertThat(hook(work).uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.ABSENT);
    assertThat(work.resolve(".git/hooks/pre-push")).content().contains("theirs");
  }

  @Test
  @DisplayName("Outside a repository there is no place for it; a dry run changes nothing")
  void elsewhere() throws Exception {
    assertThat(GitHook.find(Files.createDirectory(top.resolve("empty")), shell.environment))
        .isEmpty();
    assertThat(hook(work).install(Optional.empty(), Mode.DRY_RUN).deed()).isEqualTo(Deed.INSTALLED);
    assertThat(work.resolve(".git/hooks/pre-push")).doesNotExist();
  }

  @Test
  @DisplayName("A push of ten thousand branches reaches both hooks whole")
  void many() throws Exception {
    program(work.resolve(".git/hooks/pre-push"), "#!/bin/bash\nwc -l >> \"$LOG\"\n");
    shell.prlease("wc -l >> \"$LOG\"");
    install();
    StringBuilder refs = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      refs.append("refs/heads/f ")
          .append("1".repeat(40))
          .append(" refs/heads/f")
          .append(i)
          .append(' ')
          .append("0".repeat(40))
          .append('\n');
    }
    ProcessResult result =
        shell.runWith(work, refs.toString(), ".git/hooks/pre-push", "origin", "url");
    assertThat(result)
        .isInstanceOfSatisfying(ProcessResult.Exited.class, e -> assertThat(e.code()).isZero());
    assertThat(log().lines().map(String::strip)).containsExactly("10000", "10000");
  }

  @Test
  @DisplayName("Of a hook that git would not run nobody says that it runs")
  void hookThatDoesNotRun() throws Exception {
    Path file = work.resolve(".git/hooks/pre-push");
    program(file, "#!/bin/sh\n");
    assertThat(install().note()).startsWith("The hook that was there before runs after it: ");
    hook(work).uninstall(Mode.CHANGE);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(install().note()).startsWith("The hook that was there before did not run, and");
    hook(work).uninstall(Mode.CHANGE);
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("nowhere"));
    assertThat(install().note()).startsWith("The hook that was there before did not run, and");
  }
}
