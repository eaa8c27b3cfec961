package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of the command at a forge on the loopback, through the real gh; what they wait for passes
 * at once. There is the pull request {@code acme/app#42}, whose one check passed.
 */
final class ForgeDesk implements AutoCloseable {
  static final String REPO = ForgeServer.HOST + "/acme/app";
  static final String KEY = REPO + "#42";
  private static final String TOKEN = "gho_0123456789abcdefghijABCDEFGHIJ012345";

  final ForgeServer server = ForgeServer.start();
  final Desktop desktop;
  final ScriptedPull pull;

  ForgeDesk(Path top) throws IOException {
    server.state().login(TOKEN, "kim");
    desktop = new Desktop(top);
    desktop.environment.putAll(
        server.environment(Files.createDirectories(top.resolve("gh")), TOKEN));
    desktop.makeCommandsRun();
    pull = server.pull("acme/app", 42).checks(ScriptedCheck.ended("build", "SUCCESS"));
  }

  Answer prlease(List<String> words) {
    Answer answer = desktop.prlease(words.toArray(new String[0]));
    assertThat(answer.out() + answer.err()).doesNotContain(TOKEN);
    return answer;
  }

  Answer watch(List<String> more) {
    List<String> words = new ArrayList<>(List.of("watch-and-merge", "42"));
    words.addAll(more.contains("--repo") ? List.of() : List.of("--repo", REPO));
    words.addAll(more);
    return prlease(words);
  }

  boolean isFree() {
    return desktop.prlease("status", "--key", KEY).out().contains("free");
  }

  @Override
  public void close() {
    server.close();
  }
}
