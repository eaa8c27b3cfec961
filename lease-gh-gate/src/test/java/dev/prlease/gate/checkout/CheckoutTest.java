package dev.prlease.gate.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.fixture.GitWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where a checkout is, what is checked out, and which repository is meant; with the real git. */
@Timeout(120)
class CheckoutTest {
  private final GitWorld world;
  private final Path app;

  CheckoutTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("ein Ordner mit Ümläuten")));
    app = world.base().resolve("app");
    world.git(world.base(), "init", "-q", app.toString());
    world.commit(app, "a.txt", "a\n");
  }

  private Checkout open(Path directory) {
    return Checkout.open(directory, world.environment());
  }

  private void remote(String name, String url) {
    world.git(app, "remote", "add", name, url);
  }

  private String base() {
    return open(app).baseRepository().toString();
  }

  private String baseWith(String variable, String value) {
    return Checkout.open(app, world.environmentWith(variable, value)).baseRepository().toString();
  }

  @Test
  @DisplayName("Top, branch and git directory of a checkout, from any directory of it")
  void place() throws IOException {
    Path inner = Files.createDirectories(app.resolve("src/deep er"));
    world.git(app, "switch", "-q", "-c", "fix/ümlaut.v2");
    Checkout checkout = open(inner);
    assertThat(checkout.top()).isEqualTo(app);
    assertThat(checkout.gitDirectory()).isEqualTo(app.resolve(".git"));
    assertThat(checkout.position()).isEqualTo(new Position.OnBranch("fix/ümlaut.v2"));
    Path link = Files.createSymbolicLink(world.base().resolve("link"), inner);
    assertThat(open(link).top()).isEqualTo(app);
  }

  @Test
  @DisplayName("A detached head is a commit, a branch without commits a branch")
  void position() {
    world.git(app, "checkout", "-q", "--detach");
    assertThat(open(app).position()).isEqualTo(new Position.Detached(world.sha(app, "HEAD")));
    world.git(app, "switch", "-q", "--orphan", "empty");
    assertThat(open(app).branch()).contains("empty");
  }

  @Test
  @DisplayName("L66 A worktree that is gone is not taken for the checkout around it")
  void vanished() throws IOException {
    Path worktree = app.resolve(".worktrees/one");
    world.git(app, "worktree", "add", "-q", worktree.toString(), "-b", "one");
    Path inner = Files.createDirectories(worktree.resolve("src"));
    assertThat(open(inner).top()).isEqualTo(worktree);
    assertThat(open(inner).branch()).contains("one");
    assertThat(open(inner).gitDirectory()).isEqualTo(app.resolve(".git/worktrees/one"));

    Files.delete(worktree.resolve(".git"));
    for (Path directory : new Path[] {worktree, inner}) {
      assertThatThrownBy(() -> open(directory))
          .isInstanceOf(CheckoutException.class)
          .hasMessageContaining(worktree + " is gone")
          .hasMessageContaining(app.toString());
    }
    // Where git has forgotten it too, only the record can tell.
    world.git(app, "worktree", "prune");
    assertThatThrownBy(() -> Checkout.reopen(worktree, world.environment()))
        .isInstanceOf(CheckoutException.class)
        .hasMessageContaining(worktree + " is gone");
    assertThat(Checkout.reopen(app, world.environment()).top()).isEqualTo(app);
    assertThat(open(Files.createDirectories(app.resolve(".worktrees"))).top()).isEqualTo(app);
  }

  @Test
  @DisplayName("What is no checkout is told so, with git's own words and what to do")
  void none() throws IOException {
    Path elsewhere = Files.createDirectory(world.base().resolve("elsewhere"));
    assertThatThrownBy(() -> open(elsewhere))
        .isInstanceOf(CheckoutException.class)
        .hasMessageContaining("not a git repository")
        .extracting(thrown -> ((CheckoutException) thrown).nextStep())
        .asString()
        .contains("--repo owner/name --pr N");
    assertThatThrownBy(() -> open(world.base().resolve("no such")))
        .hasMessageContaining("there is no such directory");
    assertThatThrownBy(() -> open(world.server("acme/bare")))
        .hasMessageContaining("must be run in a work tree");
    Path stale = world.base().resolve("stale");
    world.git(app, "worktree", "add", "-q", stale.toString());
    Files.move(app, world.base().resolve("moved"));
    assertThatThrownBy(() -> open(stale)).hasMessageContaining("not a git repository");
  }

  @Test
  @DisplayName("GIT_DIR and its like, which git sets for hooks, do not say where a checkout is")
  void hookVariables() {
    Path other = world.base().resolve("other");
    world.git(world.base(), "init", "-q", other.toString());
    remote("origin", "https://github.com/acme/app");
    Map<String, String> hook = new HashMap<>(world.environment());
    hook.put("GIT_DIR", other.resolve(".git").toString());
    hook.put("GIT_WORK_TREE", other.toString());
    hook.put("GIT_INDEX_FILE", other.resolve(".git/index").toString());
    hook.put("GIT_PREFIX", "src/");
    Checkout checkout = Checkout.open(app, hook);
    assertThat(checkout.top()).isEqualTo(app);
    assertThat(checkout.baseRepository()).hasToString("acme/app");
  }

  @Test
  @DisplayName("The language of the user and what he traces change nothing")
  void language() {
    Map<String, String> german = new HashMap<>(world.environment());
    german.put("LC_ALL", "tr_TR.UTF-8");
    german.put("LANGUAGE", "de");
    remote("ORIGIN", "HTTPS://GITHUB.COM/INIT/WIDGET.GIT");
    assertThat(Checkout.open(app, german).baseRepository()).hasToString("INIT/WIDGET");
    // A trace of requests has credentials in it.
    Path trace = world.base().resolve("trace");
    german.put("GIT_TRACE_CURL", trace.toString());
    german.put("GIT_TRACE", trace.toString());
    assertThat(Checkout.open(app, german).top()).isEqualTo(app);
    assertThat(trace).doesNotExist();
  }

  @Test
  @DisplayName("Without git it is said what to install")
  void noGit() {
    Map<String, String> none = Map.of("PATH", world.base().toString());
    assertThatThrownBy(() -> Checkout.open(app, none))
        .isInstanceOfSatisfying(
            ForgeException.class,
            thrown -> {
              assertThat(thrown.kind()).isEqualTo(ForgeException.Kind.MISSING_PROGRAM);
              assertThat(thrown.nextStep()).startsWith("Install git");
            });
  }

  @Test
  @DisplayName("The base repository: upstream, github, origin, then any other, in gh's order")
  void order() {
    assertThatThrownBy(this::base)
        .isInstanceOf(CheckoutException.class)
        .hasMessageContaining("no remote");
    remote("local", world.base().toString());
    assertThatThrownBy(this::base).hasMessageContaining("no remote");
    remote("zebra", "git@github.com:zebra/app.git");
    assertThat(base()).isEqualTo("zebra/app");
    remote("aaa", "git@github.com:aaa/app.git");
    assertThat(base()).isEqualTo("aaa/app");
    remote("origin", "git@github.com:fork/app.git");
    assertThat(base()).isEqualTo("fork/app");
    remote("github", "git@github.com:mirror/app.git");
    assertThat(base()).isEqualTo("mirror/app");
    remote("Upstream", "git@github.com:acme/app.git");
    assertThat(base()).isEqualTo("acme/app");
  }

  @Test
  @DisplayName("What gh repo set-default remembers comes first, and the user's variables before it")
  void remembered() {
    remote("upstream", "git@github.com:acme/app.git");
    remote("origin", "git@github.com:fork/app.git");
    world.git(app, "config", "remote.origin.gh-resolved", "base");
    assertThat(base()).isEqualTo("fork/app");
    world.git(app, "config", "remote.origin.gh-resolved", "other/app");
    assertThat(base()).isEqualTo("other/app");
    world.git(app, "config", "remote.origin.gh-resolved", "ghe.example.com/other/app");
    assertThat(base()).isEqualTo("ghe.example.com/other/app");
    assertThat(baseWith("GH_REPO", "first/app")).isEqualTo("first/app");
    assertThat(baseWith("GH_REPO", "https://ghe.example.com/first/app"))
        .isEqualTo("ghe.example.com/first/app");
    world.git(app, "config", "remote.origin.gh-resolved", "nonsense");
    assertThatThrownBy(this::base)
        .isInstanceOf(CheckoutException.class)
        .hasMessage("remote.origin.gh-resolved names no repository: 'nonsense'");
    assertThatThrownBy(() -> baseWith("GH_REPO", "https://me:hunter2hunter2@github.com/acme"))
        .isInstanceOf(CheckoutException.class)
        .hasMessage("GH_REPO names no repository: 'https://***@github.com/acme'");
    remote("ghe", "git@ghe.example.com:corp/app.git");
    assertThat(baseWith("GH_HOST", "ghe.example.com")).isEqualTo("ghe.example.com/corp/app");
  }

  @Test
  @DisplayName("url.<base>.insteadOf is applied before the URL is read, and pushurl told apart")
  void rewritten() {
    world.git(app, "config", "url.git@github.com:.insteadOf", "gh:");
    world.git(app, "config", "url.ssh://git@ssh.github.com:443/.pushInsteadOf", "gh:");
    remote("origin", "gh:acme/app");
    assertThat(base()).isEqualTo("acme/app");
    Remote origin = open(app).remotes().get(0);
    assertThat(origin.push()).hasToString("[ssh://ssh.github.com/acme/app]");
    assertThat(origin.pushRepository()).hasToString("Optional[acme/app]");
    world.git(app, "remote", "set-url", "--push", "origin", "https://github.com/fork/app");
    assertThat(open(app).remotes().get(0).pushRepository()).hasToString("Optional[fork/app]");
    assertThat(base()).isEqualTo("acme/app");
    world.git(app, "remote", "set-url", "--push", "--add", "origin", "https://github.com/b/app");
    assertThat(open(app).remotes().get(0).pushRepository()).isEmpty();
    assertThat(open(app).remote("gh:other/app").repository()).hasToString("Optional[other/app]");
  }

  @Test
  @DisplayName("An alias of SSH's configuration is the host that it stands for")
  void aliases() throws IOException {
    Path bin = Files.createDirectory(world.base().resolve("bin"));
    Files.writeString(
        bin.resolve("ssh"),
        """
        #!/bin/sh
        [ "$1" = -G ] || exit 9
        case "$2" in
          work) echo user git; echo hostname github.com ;;
          port) echo hostname ssh.github.com ;;
          ghe.example.com) echo hostname 10.1.2.3 ;;
          *) exit 255 ;;
        esac
        """);
    GitWorld.executable(bin.resolve("ssh"));
    Map<String, String> with =
        world.environmentWith("PATH", bin + ":" + world.environment().get("PATH"));
    remote("a", "git@work:acme/one");
    remote("b", "ssh://port/acme/two");
    remote("c", "git@ghe.example.com:acme/three");
    remote("d", "git@unknown.example.com:acme/four");
    remote("e", "git@nowhere:acme/five");
    assertThat(Checkout.open(app, with).remotes())
        .extracting(remote -> remote.repository().map(Object::toString).orElse("none"))
        .containsExactly(
            "acme/one",
            "acme/two",
            "ghe.example.com/acme/three",
            "unknown.example.com/acme/four",
            "none");
  }

  @Test
  @DisplayName("A submodule is a checkout of its own")
  void submodule() {
    world.serverWithMain("acme/library");
    remote("origin", "git@github.com:acme/app.git");
    world.git(app, "submodule", "--quiet", "add", GitWorld.url("acme/library"), "lib");
    assertThat(open(app.resolve("lib")).top()).isEqualTo(app.resolve("lib"));
    assertThat(open(app.resolve("lib")).baseRepository()).hasToString("acme/library");
  }
}
