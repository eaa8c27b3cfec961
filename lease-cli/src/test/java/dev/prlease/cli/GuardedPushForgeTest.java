package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The installed guard, with a forge that tells by the real gh whose a branch is. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuardedPushForgeTest {
  private static final String KEY = ForgeServer.HOST + "/acme/app#42";

  @TempDir Path top = Path.of("");

  @Test
  @DisplayName(
      "A push is judged by the pull request that the forge tells; without an answer only what could"
          + " hit the lease of another is denied")
  void pushes() throws Exception {
    try (ForgeServer server = ForgeServer.start()) {
      GuardedRepository repository = new GuardedRepository(top, ForgeServer.HOST);
      server
          .environment(Files.createDirectories(top.resolve("gh")), "token")
          .forEach(repository.environment::putIfAbsent);
      server.pull("acme/app", 42).branch("f");
      server.pull("acme/app", 43).branch("g");
      repository.must("git branch g && git branch h");
      repository.lease(KEY, "them");

      Answer denied = repository.bash("git push -q origin f");
      assertThat(denied.code()).isNotZero();
      assertThat(denied.err())
          .contains("prlease: " + KEY + " is held by another session, them")
          .contains("this push would move its branch f")
          .contains("prlease acquire --key '" + KEY + "' --wait 15m")
          .doesNotContain("cannot be asked");
      assertThat(repository.refs()).isEmpty();
      assertThat(server.log()).isNotEmpty();

      // Of a pull request that nobody holds, and of none.
      repository.must("git push -q origin g h");
      repository.must("PRLEASE_SESSION=them git push -q origin f:f");
      assertThat(repository.refs()).isEqualTo("refs/heads/f\nrefs/heads/g\nrefs/heads/h\n");

      server.faults().always("*", Fault.garbage("<html>who are you?</html>"));
      assertThat(doubtful(repository)).contains("the forge cannot be asked");
      // Nobody listens there.
      List.of("HTTP_PROXY", "http_proxy")
          .forEach(name -> repository.environment.put(name, "http://127.0.0.1:1"));
      assertThat(doubtful(repository)).contains("the forge cannot be asked");
      // Nothing of another repository, and no tag, could hit it.
      repository.must("git push -q git@" + ForgeServer.HOST + ":other/tool.git h:elsewhere");
      repository.must("git push -q origin v1");
      assertThat(repository.refs())
          .isEqualTo(
              "refs/heads/elsewhere\nrefs/heads/f\nrefs/heads/g\nrefs/heads/h\nrefs/tags/v1\n");
    }
  }

  private static String doubtful(GuardedRepository repository) throws Exception {
    Answer denied = repository.bash("git push -q origin :f");
    assertThat(denied.code()).as(denied.err()).isNotZero();
    assertThat(repository.refs()).contains("refs/heads/f\n");
    assertThat(denied.err()).contains(KEY + " is held by another session, them");
    return denied.err();
  }
}
