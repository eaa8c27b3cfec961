package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.git.GitHttpServer;
import dev.prlease.gate.git.GitHttpServer.Break;
import dev.prlease.gate.push.Expectation;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushOutcome.Pushed;
import dev.prlease.gate.push.PushOutcome.Unknown;
import dev.prlease.gate.push.PushOutcome.UpToDate;
import dev.prlease.gate.push.RebaseOutcome.Left;
import dev.prlease.gate.push.RebaseOutcome.Rebased;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pushes over HTTP, where a lost answer looks much like a hook that says no. */
final class PushOverHttpTest extends PushingTest {
  private final GitHttpServer http;

  PushOverHttpTest(@TempDir Path temporary) throws IOException {
    super(temporary);
    http = GitHttpServer.start(world);
  }

  @BeforeEach
  void overHttp() {
    world.git(mine, "remote", "set-url", "origin", "http://github.com/acme/app.git");
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private PushOutcome pushOverHttp() throws InterruptedException {
    return pushWith(http.environment(), mine);
  }

  @ParameterizedTest
  @EnumSource(
      value = Break.class,
      names = {"LATE"},
      mode = EnumSource.Mode.EXCLUDE)
  @DisplayName("L57: what landed is seen, whatever became of the answer")
  void landed(Break how) throws Exception {
    String after = amend(mine, "second\n");
    http.breaks(how);
    assertThat(pushOverHttp()).isEqualTo(new Pushed(before, after, Optional.empty()));
    assertThat(there()).isEqualTo(after);
  }

  @Test
  @DisplayName("L57: what a gateway gave up on may still land: that is unknown, never refused")
  void landsLate() throws Exception {
    String after = amend(mine, "second\n");
    http.breaks(Break.LATE);
    assertThat(pushOverHttp())
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> {
              assertThat(unknown.found()).contains(before);
              assertThat(unknown.nextStep()).contains("may still land");
            });
    assertThat(there()).isEqualTo(before);
    assertThat(gate.certified()).isEmpty();
    http.land();
    assertThat(there()).isEqualTo(after);
    assertThat(pushOverHttp()).isEqualTo(new UpToDate(after, Optional.empty()));
  }

  @Test
  @DisplayName("A rebase whose push may still land is not taken back")
  void rebaseLandsLate() throws Exception {
    Path seed = world.base().resolve("seed-acme-app");
    world.commit(seed, "m.txt", "main\n");
    world.git(seed, "push", "-q", server.toString(), "main");
    http.breaks(Break.LATE);
    RebaseAction action =
        new RebaseAction(
            Checkout.open(mine, http.environment()), new Expectation.Included(), forge);
    assertThat(action.run(gate))
        .isInstanceOfSatisfying(
            Rebased.class,
            rebased -> {
              assertThat(rebased.push()).isInstanceOf(Unknown.class);
              assertThat(rebased.checkout()).isEqualTo(Left.REBASED);
            });
    http.land();
    assertThat(there()).isNotEqualTo(before).isEqualTo(world.sha(mine, "HEAD"));
  }

  @Test
  @DisplayName("A hook that says no refuses over HTTP as well: here nothing was sent, or there")
  void refused() throws Exception {
    amend(mine, "second\n");
    Path hook = mine.resolve(".git/hooks/pre-push");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\necho not now >&2; exit 1\n");
    GitWorld.executable(hook);
    assertThat(why(pushOverHttp())).contains("not now");
    Files.delete(hook);
    Path theirs = server.resolve("hooks/pre-receive");
    Files.writeString(theirs, "#!/bin/sh\necho protected >&2; exit 1\n");
    GitWorld.executable(theirs);
    assertThat(why(pushOverHttp())).contains("acme/app refused to move").contains("protected");
    assertThat(there()).isEqualTo(before);
  }
}
