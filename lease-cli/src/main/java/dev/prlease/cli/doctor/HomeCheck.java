package dev.prlease.cli.doctor;

import dev.prlease.spi.Finding;
import dev.prlease.store.file.HomeDiagnosis;
import java.util.List;
import java.util.Map;

/** Whether the home of prlease is there, and fit for use. */
public final class HomeCheck implements Check {
  private final Map<String, String> environment;

  /** Looks at the home that {@code environment} names. */
  public HomeCheck(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Finding> look() {
    return HomeDiagnosis.of(environment);
  }
}
