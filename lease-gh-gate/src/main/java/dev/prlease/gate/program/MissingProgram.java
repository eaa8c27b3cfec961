package dev.prlease.gate.program;

import dev.prlease.api.forge.ForgeException;
import java.util.Optional;

/** Tells that a program is not there, and where to get it. */
final class MissingProgram {
  private MissingProgram() {}

  static ForgeException of(String program) {
    return error(program + " was not found on the PATH", program);
  }

  /** It is there, and does not start. */
  static ForgeException unusable(String program, String reason) {
    String told = reason.startsWith(program + ": ") ? reason : program + ": cannot run: " + reason;
    return error(told, program);
  }

  private static ForgeException error(String message, String program) {
    return new ForgeException(
        ForgeException.Kind.MISSING_PROGRAM,
        Optional.empty(),
        message,
        hint(program),
        Optional.empty(),
        null);
  }

  private static String hint(String program) {
    return switch (program) {
      case "gh" ->
          "Install the GitHub CLI, 2.23 or newer (on Debian: apt-get install gh; elsewhere see"
              + " https://cli.github.com), then log in with: gh auth login.";
      case "git" -> "Install git, 2.39 or newer (on Debian: apt-get install git).";
      default -> "Install " + program + ", or put its directory on the PATH.";
    };
  }
}
