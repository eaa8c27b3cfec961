package dev.prlease.gate;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GateTo;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.ForgeProvider;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actions made by their names and the user's words. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ActionProvidersTest {
  private static final LeaseKey KEY =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 7);

  @TempDir Path directory = Path.of("");

  private static GatedAction<?> make(String name, String words, Map<String, String> environment) {
    List<String> arguments = words.isEmpty() ? List.of() : List.of(words.split(" ", -1));
    return ServiceLoader.load(GatedActionProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(found -> found.name().equals(name))
        .findFirst()
        .orElseThrow()
        .create(arguments, environment);
  }

  private static <T> GatedAction.Outcome run(GatedAction<T> action) throws Exception {
    return action.outcome(action.run(GateTo.pull(KEY)));
  }

  @Test
  @DisplayName("Each is found by its name, and acts through the gh of the environment it is given")
  void found() throws Exception {
    try (ForgeServer server = ForgeServer.start()) {
      Map<String, String> environment = server.environment(directory, "token-of-mine");
      ScriptedPull pull = server.pull("acme/app", 7).checks(ScriptedCheck.running("build"));
      assertThat(run(make("auto-merge", "--rebase", environment)).details())
          .containsEntry("outcome", "armed")
          .containsEntry("method", "rebase")
          .containsEntry("head", sha('a'));
      assertThat(run(make("auto-merge", "--off", environment)).details())
          .containsEntry("outcome", "disarmed");
      assertThat(run(make("auto-merge", "--head=" + sha('b'), environment)).details())
          .containsEntry("outcome", "head-moved");
      assertThat(run(make("merge", "", environment)).details()).containsEntry("outcome", "refused");
      pull.checks();
      assertThat(run(make("merge", "--head " + sha('b'), environment)).details())
          .containsEntry("outcome", "head-moved");
      assertThat(run(make("merge", "", environment)).details())
          .containsEntry("outcome", "merged")
          .containsEntry("head", sha('a'));
      assertThat(run(make("merge", "--merge", environment)).details())
          .containsEntry("outcome", "already-merged");
      assertThat(run(make("close", "", environment)).details())
          .containsEntry("outcome", "already-merged");
      pull.closed();
      assertThat(run(make("merge", "", environment)).details()).containsEntry("outcome", "closed");
      assertThat(run(make("close", "", environment)).details()).containsEntry("outcome", "closed");
    }
  }

  @Test
  @DisplayName("Who bypasses protection says why and what, and that is what is recorded")
  void admin() {
    GatedAction<?> action = make("merge", "--admin --reason=urgent --head " + sha('a'), Map.of());
    assertThat(action.bypass().orElseThrow())
        .isEqualTo(new GatedAction.Bypass("urgent", Map.of("head", sha('a'), "method", "squash")));
    assertThat(make("merge", "", Map.of()).bypass()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "merge | --squash --rebase | merge: --squash and --rebase exclude each other",
        "merge | --squash --squash | merge: --squash is given twice",
        "merge | --head | merge: --head needs a value",
        "merge | --head abc | merge: --head needs all 40 lower-case hexadecimal digits of a commit,"
            + " not abc",
        "merge | --admin | merge: --admin needs --head SHA and --reason TEXT",
        "merge | --admin --reason= --head aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | merge: --admin"
            + " needs --head SHA and --reason TEXT",
        "merge | --reason x | merge: --reason is for --admin",
        "merge | --delete | merge does not know --delete; it knows --admin, --head, --merge,"
            + " --reason, --rebase, --squash",
        "merge | --squash=yes | merge does not know --squash=yes; it knows --admin, --head, --merge,"
            + " --reason, --rebase, --squash",
        "auto-merge | --off --squash | auto-merge: --off takes no other option",
        "close | 7 | close does not know 7; it knows no option"
      })
  @DisplayName("Wrong words are refused in one clear line, before anything is asked")
  void wrong(String name, String words, String message) {
    assertThatThrownBy(() -> make(name, words, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  @DisplayName("The forge is found by its name, and asks nobody when it is opened")
  void forge() {
    assertThat(ServiceLoader.load(ForgeProvider.class))
        .extracting(ForgeProvider::name)
        .containsExactly("gh");
  }

  @Test
  @DisplayName("Those that move a branch are found, too; wrong words are refused in one clear line")
  void branches() {
    String commit = "0123456789".repeat(4);
    assertThat(make("force-push", "origin HEAD", Map.of()).name()).isEqualTo("force-push");
    assertThat(make("rebase", "--expect " + commit, Map.of()).name()).isEqualTo("rebase");
    assertThatThrownBy(() -> make("force-push", "--all", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--all is refused: ");
    assertThatThrownBy(() -> make("rebase", "origin", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rebase takes nothing but --expect COMMIT");
  }
}
