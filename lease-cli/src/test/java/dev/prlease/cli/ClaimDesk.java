package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GitWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of {@code prlease claim} with the real git, the real gh at a forge on the loopback, and the
 * processes of this machine; only the time is the test's own. There is the issue {@code
 * acme/app#760}, and for it a linked worktree with the branch {@code fix/760}, which is pushed.
 */
final class ClaimDesk implements AutoCloseable {
  static final String HOST = ForgeServer.HOST;
  static final String KEY = "issue:" + HOST + "/acme/app#760";
  static final String BRANCH = "fix/760";
  private static final String TOKEN = "gho_0123456789abcdefghijABCDEFGHIJ012345";

  final ForgeServer server = ForgeServer.start();
  final GitWorld world;
  final Desktop desktop;
  final Path bare;
  final Path main;
  final Path linked;

  ClaimDesk(Path top) throws IOException {
    server.state().login(TOKEN, "kim").issue("acme/app", 760);
    server.state().issue("acme/app", 761);
    world = new GitWorld(Files.createDirectories(top.resolve("git")));
    desktop = new Desktop(top);
    desktop.environment.putAll(world.environment());
    desktop.environment.putAll(
        server.environment(Files.createDirectories(top.resolve("gh")), TOKEN));
    bare = world.serverWithMain("acme/app");
    main = world.base().resolve("main");
    world.git(world.base(), "clone", "-q", url("acme/app"), main.toString());
    linked = worktree("fix-760", BRANCH);
  }

  static String url(String repository) {
    return "git@" + HOST + ":" + repository + ".git";
  }

  /** A linked worktree with a branch of its own that has one commit and is pushed. */
  Path worktree(String name, String branch) {
    Path worktree = world.base().resolve(name);
    world.git(main, "worktree", "add", "-q", "-b", branch, worktree.toString());
    world.commit(worktree, name + ".txt", "work on it\n");
    world.git(worktree, "push", "-q", "-u", "origin", branch);
    return worktree;
  }

  /** Another user is logged in from now on. */
  void login(String user) {
    String token = "gho_of_" + user;
    server.state().login(token, user);
    desktop.environment.put("GH_TOKEN", token);
    desktop.environment.put("GH_ENTERPRISE_TOKEN", token);
  }

  /** The profile is configured as {@code profile} from now on. */
  void profile(String profile) {
    Desktop.write(desktop.home.resolve("config.properties"), "profile = " + profile + "\n");
  }

  /** Calls a step about issue 760 in the linked worktree. */
  Answer claim(String step, String... more) {
    return claimIn(linked, step, more);
  }

  Answer claimIn(Path place, String step, String... more) {
    List<String> words = new ArrayList<>(List.of("claim", step, "--issue", "760"));
    words.addAll(List.of(more));
    return call(place, words);
  }

  Answer call(Path place, List<String> words) {
    Answer answer = desktop.in(place, words.toArray(new String[0]));
    assertThat(answer.out() + answer.err()).doesNotContain(TOKEN);
    return answer;
  }

  /** It succeeds. */
  Answer done(String step, String... more) {
    Answer answer = claim(step, more);
    assertThat(answer.code()).as(answer.err()).isZero();
    return answer;
  }

  /** It is refused; answers the codes of all reasons, in their order. */
  List<String> refused(String step, String... more) {
    List<String> words = new ArrayList<>(List.of(more));
    words.add("--json");
    return codes(claim(step, words.toArray(new String[0])));
  }

  /** The codes of all reasons of a refusal that is told as JSON. */
  static List<String> codes(Answer refusal) {
    assertThat(refusal.code()).as(refusal.out()).isNotZero();
    List<String> codes = new ArrayList<>();
    for (String line : refusal.out().lines().toList()) {
      String text = line.strip();
      if (text.startsWith("\"code\": \"")) {
        codes.add(text.substring(9, text.lastIndexOf('"')));
      }
    }
    assertThat(codes).as(refusal.out() + refusal.err()).isNotEmpty();
    return codes;
  }

  /** Lets what was claimed for four hours expire. */
  void expire() {
    desktop.clock.advance(Duration.ofHours(5));
  }

  /** Where the claim is kept. */
  Path record() {
    return desktop.home.resolve("leases/" + HOST + "@acme__app__issue-760.json");
  }

  String head() {
    return world.sha(linked, "HEAD");
  }

  @Override
  public void close() {
    server.close();
  }
}
