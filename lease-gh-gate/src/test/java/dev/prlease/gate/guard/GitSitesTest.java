package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a checkout's configuration says about pushes, with a real git. */
class GitSitesTest {
  @TempDir Path top = Path.of("");
  private GitShell shell = new GitShell(Path.of(""));
  private Path work = Path.of("");

  @BeforeEach
  void repository() throws Exception {
    shell = new GitShell(top);
    work = shell.repository();
    shell.git(work, "remote", "set-url", "origin", "https://github.com/me/app.git");
  }

  private void config(String name, String value) {
    assertThat(shell.git(work, "config", "--add", name, value)).isZero();
  }

  private GitSites sites() {
    return new GitSites(shell.environment);
  }

  private Site site(String... settings) {
    Where where = new Where(Optional.of(work), Optional.empty(), Map.of(), List.of(settings));
    return sites().at(where).orElseThrow();
  }

  private static String pushed(Site site, String remote) {
    return site.pushed(Optional.of(remote)).orElseThrow().toString();
  }

  @Test
  @DisplayName("A host that SSH's configuration names otherwise is the forge that it stands for")
  void sshAliases() throws Exception {
    Path ssh = Files.createDirectories(top.resolve("bin")).resolve("ssh");
    Files.writeString(
        ssh,
        """
        #!/bin/sh
        case $2 in work | github.com-work) echo hostname github.com ;; *) exit 255 ;; esac
        """);
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
    shell.git(work, "remote", "add", "a", "git@github.com-work:acme/app");
    shell.git(work, "remote", "add", "b", "git@work:acme/lib.git");
    Site site = site();
    assertThat(site.repositories()).extracting(Object::toString).contains("acme/app", "acme/lib");
    assertThat(pushed(site, "a")).isEqualTo("[acme/app]");
    assertThat(pushed(site, "git@work:acme/other")).isEqualTo("[acme/other]");
    assertThat(sites().repository("git@github.com-work:acme/app").toString())
        .isEqualTo("Optional[acme/app]");
  }

  @Test
  @DisplayName(
      "The repository that gh repo set-default noted is one of them, and its own is not twice")
  void ghResolved() {
    config("remote.origin.gh-resolved", "acme/app");
    assertThat(site().repositories()).hasToString("[me/app, acme/app]");
    shell.git(work, "config", "remote.origin.gh-resolved", "base");
    assertThat(site().repositories()).hasToString("[me/app]");
    shell.git(work, "config", "remote.origin.gh-resolved", "no repository at all");
    assertThat(site().repositories()).hasToString("[me/app]");
  }

  @Test
  @DisplayName("L55 A branch that is named goes where the configuration sends it, as git sends it")
  void targets() {
    Optional<String> origin = Optional.of("origin");
    assertThat(site().targets(origin, "foo")).containsExactly("refs/heads/foo");
    config("push.default", "upstream");
    config("branch.foo.remote", "origin");
    config("branch.foo.merge", "refs/heads/seven");
    assertThat(site().targets(origin, "foo")).containsExactly("refs/heads/seven");
    assertThat(site().targets(Optional.of("other"), "foo"))
        .containsExactly("refs/heads/seven", "refs/heads/foo");
    config("remote.origin.push", "refs/heads/foo:refs/heads/mapped");
    config("remote.origin.push", "refs/heads/x/*:refs/heads/me/*");
    assertThat(site().targets(origin, "foo")).containsExactly("refs/heads/mapped");
    assertThat(site().targets(origin, "x/y")).containsExactly("refs/heads/me/y");
    assertThat(site().usualTargets(origin)).isEmpty();
  }

  @Test
  @DisplayName("Configured refspecs without patterns are what a push without words moves")
  void usualTargets() {
    assertThat(site().usualTargets(Optional.empty())).hasValue(List.of("refs/heads/main"));
    config("remote.origin.push", "HEAD:refs/for/main");
    config("remote.origin.push", "HEAD");
    assertThat(site().usualTargets(Optional.empty()))
        .hasValue(List.of("refs/for/main", "refs/heads/main"));
    config("remote.origin.push", ":");
    assertThat(site().usualTargets(Optional.empty())).isEmpty();
  }

  @Test
  @DisplayName("What git -c says holds for that command")
  void settings() {
    config("branch.foo.merge", "refs/heads/seven");
    config("branch.foo.remote", "origin");
    assertThat(site("push.default=upstream").targets(Optional.of("origin"), "foo"))
        .containsExactly("refs/heads/seven");
    assertThat(pushed(site("remote.origin.pushurl=https://github.com/acme/app"), "origin"))
        .isEqualTo("[acme/app]");
    assertThat(pushed(site("url.https://github.com/acme/.insteadOf=up:"), "up:app"))
        .isEqualTo("[acme/app]");
    assertThat(pushed(site("url.https://github.com/acme/.pushInsteadOf=up:"), "up:app"))
        .isEqualTo("[acme/app]");
  }

  @Test
  @DisplayName("Where a name leads that is no remote, nor a URL or a path, cannot be told")
  void unknownRemotes() throws Exception {
    assertThat(site().pushed(Optional.of("x"))).isEmpty();
    assertThat(pushed(site("remote.x.url=https://github.com/acme/app"), "x"))
        .isEqualTo("[acme/app]");
    Files.createDirectory(work.resolve("backup"));
    for (String local : List.of("backup", ".", "..", "../x.git", "/srv/x.git")) {
      assertThat(site().pushed(Optional.of(local))).as(local).hasValue(List.of());
    }
    assertThat(pushed(site(), "https://github.com/acme/app")).isEqualTo("[acme/app]");
    assertThat(pushed(site(), "origin")).isEqualTo("[me/app]");
    assertThat(site().pushed(Optional.empty()).orElseThrow()).hasToString("[me/app]");
  }

  @Test
  @DisplayName("Variables that git sets for its hooks do not move the guard elsewhere")
  void hookVariables() throws Exception {
    Path other = Files.createDirectory(top.resolve("other"));
    shell.git(other, "init", "-q", "-b", "elsewhere");
    shell.environment.put("GIT_DIR", other.resolve(".git").toString());
    shell.environment.put("GIT_COMMON_DIR", other.resolve(".git").toString());
    shell.environment.put("GIT_WORK_TREE", other.toString());
    assertThat(site().branch()).hasValue("main");
    assertThat(
            GitHook.find(work, shell.environment)
                .orElseThrow()
                .install(Optional.empty(), HookChange.Mode.DRY_RUN)
                .file())
        .isEqualTo(work.resolve(".git/hooks/pre-push"));
  }

  @Test
  @DisplayName("Aliases are found whatever the case of their letters, outside repositories too")
  void aliases() throws Exception {
    Files.writeString(top.resolve(".gitconfig"), "[alias]\n\tPubLish = push origin f\n");
    assertThat(sites().find(Optional.of(work), "publish")).hasValue("push origin f");
    assertThat(sites().find(Optional.of(work), "PUBLISH")).hasValue("push origin f");
    assertThat(sites().find(Optional.empty(), "publish")).hasValue("push origin f");
    assertThat(sites().find(Optional.of(top.resolve("gone")), "publish")).hasValue("push origin f");
  }

  @Test
  @DisplayName("No checkout, no site; a bare repository, named by its git directory, is one")
  void places() throws Exception {
    Path empty = Files.createDirectory(top.resolve("empty"));
    assertThat(sites().at(Where.in(empty))).isEmpty();
    assertThat(sites().at(Where.in(top.resolve("gone")))).isEmpty();
    Where bare =
        new Where(Optional.of(empty), Optional.of(top.resolve("bare.git")), Map.of(), List.of());
    assertThat(sites().at(bare)).isPresent();
    shell.git(work, "checkout", "-q", "--detach");
    assertThat(site().branch()).isEmpty();
  }
}
