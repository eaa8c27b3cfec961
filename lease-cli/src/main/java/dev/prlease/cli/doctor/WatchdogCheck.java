package dev.prlease.cli.doctor;

import dev.prlease.process.CommandSupervisor;
import dev.prlease.spi.Finding;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether what {@code run} starts is ended in time even when prlease itself is killed. */
public final class WatchdogCheck implements Check {
  private final Map<String, String> environment;

  /** Looks with {@code PATH} and {@code TMPDIR} of {@code environment}. */
  public WatchdogCheck(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Finding> look() {
    try (CommandSupervisor supervisor = CommandSupervisor.prepare(environment)) {
      Optional<String> limitation = supervisor.limitation();
      return List.of(
          limitation.isPresent()
              ? Finding.warning(
                  "watchdog",
                  limitation.get(),
                  "Install bash 4.2 or newer and mkfifo, and set TMPDIR to a directory of your own.")
              : Finding.ok("watchdog", "a command of prlease run does not outlive its lease"));
    }
  }
}
