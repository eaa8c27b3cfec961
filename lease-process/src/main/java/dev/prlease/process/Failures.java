package dev.prlease.process;

import java.io.IOException;

/** Says in words why a process did not start. */
final class Failures {
  private Failures() {}

  /**
   * The part of the JDK's message that is not the command line: that may hold a secret. It stands
   * at the end, as {@code error=2, No such file} or, in newer JDKs, {@code error: 2 (No such
   * file)}.
   */
  static String reason(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    int older = message.lastIndexOf("error=");
    int newer = message.lastIndexOf("error: ");
    int from = newer > older ? message.indexOf(" (", newer + "error: ".length()) : -1;
    int to = message.lastIndexOf(')');
    if (from >= 0 && to > from) {
      return message.substring(from + 2, to);
    }
    int comma = older < 0 || newer > older ? -1 : message.indexOf(", ", older);
    return comma < 0 ? "the system refused to start it" : message.substring(comma + 2);
  }
}
