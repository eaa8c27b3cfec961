package dev.prlease.gate.evidence;

import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Evidence;
import java.nio.file.Path;
import java.util.Map;

/** A JVM of its own that tells for which process it acts. */
public final class TaskMain {
  private TaskMain() {}

  /** Prints it. */
  public static void main(String[] none) {
    Evidence<ClaimProcess> task = Probes.open(Map.of(), Path.of("/")).processes().task();
    System.out.print(
        task.value()
            .map(process -> "known " + process + " " + process.identity())
            .orElseGet(task::describe));
  }
}
