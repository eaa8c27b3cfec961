package dev.prlease.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.cli.Processes;
import dev.prlease.cli.Shutdown;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Palette;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.CallParser;
import dev.prlease.cli.syntax.CommandTable;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server's commands say of a server that is set up wrongly, or is ending. */
final class OwnCommandsTest {
  @TempDir Path top = Path.of("");

  private static final class NoProcesses implements Processes {
    @Override
    public Holder self(String program, String label) {
      return Holder.ofProgram(program);
    }

    @Override
    public boolean isProvablyDead(Holder holder) {
      return false;
    }
  }

  private OwnCommands commands(String session, Shutdown shutdown) {
    ManualClock clock = new ManualClock();
    Call server = CallParser.parse(CommandTable.find("mcp").orElseThrow(), List.of());
    Console console =
        new Console(new ByteArrayOutputStream(), new ByteArrayOutputStream(), () -> Palette.PLAIN);
    return new OwnCommands(
        server,
        new World(
            Map.of("PRLEASE_HOME", top.resolve("home").toString(), "PRLEASE_SESSION", session),
            top,
            console,
            clock,
            () -> new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME),
            new NoProcesses(),
            shutdown));
  }

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void a_session_that_is_no_session_id_is_told_with_what_to_do() {
    try (OwnCommands commands = commands("x".repeat(5_000), Shutdown.NEVER)) {
      assertThatThrownBy(commands::session)
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining("PRLEASE_SESSION")
          .satisfies(
              wrong -> assertThat(((LeaseConfigurationException) wrong).nextStep()).isNotBlank());
    }
  }

  @Test
  void a_server_that_is_ending_opens_no_store_and_stays_interrupted() {
    Shutdown begun =
        () -> {
          throw new InterruptedException("the end has begun");
        };
    try (OwnCommands commands = commands("agent", begun)) {
      assertThatThrownBy(commands::leases)
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessage("the server is ending");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
  }
}
