package dev.prlease.gate.evidence;

import dev.prlease.process.Ancestor;
import java.util.List;
import java.util.Set;

/**
 * For which process a call acts: the nearest ancestor that is no shell. A shell may have been
 * started for this one call, or be the user's own that outlives every task.
 *
 * <p>Nor is it what starts a machine or a container, to which those belong whose parents have
 * ended: it lives as long as that, and would never be found dead. Who does act for it, such as a
 * program that is a container's first, names it.
 */
final class Tasks {
  private static final Set<String> SHELLS =
      Set.of(
          "ash", "bash", "busybox", "csh", "dash", "elvish", "fish", "ksh", "ksh93", "mksh", "nu",
          "pwsh", "rbash", "sh", "tcsh", "xonsh", "yash", "zsh");

  private static final Set<String> INITS =
      Set.of(
          "catatonit",
          "docker-init",
          "dumb-init",
          "init",
          "launchd",
          "openrc-init",
          "podman-init",
          "runit",
          "s6-svscan",
          "systemd",
          "tini",
          "tini-static");

  private static final String SAY_IT = "; name the process: --holder-pid";

  private Tasks() {}

  /**
   * The one among {@code ancestors}, the nearest of which is first.
   *
   * @throws Unclear if there is none, or one on the way cannot be seen
   */
  static Ancestor nearest(List<Ancestor> ancestors) throws Unclear {
    for (Ancestor each : ancestors) {
      if (each.program().isEmpty()) {
        throw Unclear.because("what process " + each.pid() + " runs may not be looked at" + SAY_IT);
      }
      if (each.pid() == 1 && INITS.contains(each.program())) {
        throw Unclear.because("between this and " + each.program() + " are only shells" + SAY_IT);
      }
      if (!SHELLS.contains(each.program())) {
        return each;
      }
    }
    throw Unclear.because("its ancestors are shells, or cannot be seen" + SAY_IT);
  }
}
