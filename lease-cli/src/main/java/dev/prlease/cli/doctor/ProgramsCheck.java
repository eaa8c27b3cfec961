package dev.prlease.cli.doctor;

import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import dev.prlease.spi.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which versions of the programs that work with prlease are found. */
public final class ProgramsCheck implements Check {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int ENOUGH = 1 << 12;

  private final Map<String, String> environment;
  private final Path directory;
  private final ProcessRunner runner = new ProcessRunner();

  /** Looks with the {@code PATH} of {@code environment}. */
  public ProgramsCheck(Map<String, String> environment, Path directory) {
    this.environment = environment;
    this.directory = directory;
  }

  @Override
  public List<Finding> look() {
    List<Finding> findings = new ArrayList<>();
    findings.add(look("git", "prlease itself does not need it"));
    findings.add(look("gh", "prlease itself does not need it"));
    findings.add(look("bash", "what prlease run starts has no watchdog"));
    return findings;
  }

  private Finding look(String program, String lost) {
    ProcessResult result =
        runner.run(
            ProcessRequest.of(List.of(program, "--version"), environment, directory, PATIENCE)
                .withOutputLimit(ENOUGH));
    if (result instanceof ProcessResult.Exited exited && exited.succeeded()) {
      return Finding.ok(program, firstLine(exited.out().text()));
    }
    if (result instanceof ProcessResult.NotFound) {
      return Finding.ok(program, program + " was not found: " + lost);
    }
    return Finding.warning(
        program,
        program + " --version " + trouble(result),
        "See what is wrong with it: " + program + " --version");
  }

  private static String trouble(ProcessResult result) {
    if (result instanceof ProcessResult.Exited exited) {
      return "exited with " + exited.code();
    }
    if (result instanceof ProcessResult.CannotRun cannot) {
      return "did not start: " + cannot.reason();
    }
    return result instanceof ProcessResult.TimedOut
        ? "took longer than " + PATIENCE.toSeconds() + " s"
        : "did not come to its end";
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }
}
