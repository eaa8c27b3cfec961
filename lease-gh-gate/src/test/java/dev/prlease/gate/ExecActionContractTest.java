package dev.prlease.gate;

import dev.prlease.spi.GatedAction;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** A command under a lease keeps every rule of gated actions. */
final class ExecActionContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws IOException {
    return new Place(Files.createTempDirectory(directory, "place"));
  }

  /** Actions whose command leaves a mark in a directory. */
  private static final class Place implements GatedActionFixture {
    private final Path directory;
    private final List<ExecAction> made = new ArrayList<>();

    Place(Path directory) {
      this.directory = directory;
    }

    private ExecAction command(String afterTheMark) {
      List<String> words =
          List.of("sh", "-c", ": >mark; " + afterTheMark, "sh", secret().orElseThrow());
      ExecAction action = ExecAction.prepare(words, System.getenv(), directory);
      made.add(action);
      return action;
    }

    @Override
    public GatedAction<?> succeeding() {
      return command("exit 0");
    }

    @Override
    public Optional<GatedAction<?>> failing() {
      return Optional.of(command("exit 3"));
    }

    @Override
    public Optional<GatedAction<?>> endless() {
      return Optional.of(command("exec sleep 100000"));
    }

    @Override
    public boolean hasActed() {
      return Files.exists(directory.resolve("mark"));
    }

    @Override
    public Optional<String> secret() {
      return Optional.of("hunter2");
    }

    @Override
    public void close() {
      made.forEach(ExecAction::close);
    }
  }
}
