package dev.prlease.process;

import java.io.IOException;

/** Says in words why a process did not start. */
final class Failures {
  private Failures() {}

  /** The part of the JDK's message that is not the command line: that may hold a secret. */
  static String reason(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    int error = message.lastIndexOf("error=");
    int comma = error < 0 ? -1 : message.indexOf(", ", error);
    return comma < 0 ? "the system refused to start it" : message.substring(comma + 2);
  }
}
