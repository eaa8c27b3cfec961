package dev.prlease.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Which process group a process is in; the JDK does not tell. */
final class ProcessGroups {
  private ProcessGroups() {}

  /** The id of the group; empty if the process is gone, or there is no {@code /proc}. */
  static OptionalLong of(long pid) {
    try {
      String stat =
          new String(
              Files.readAllBytes(Path.of("/proc", Long.toString(pid), "stat")),
              StandardCharsets.ISO_8859_1);
      // "pid (name) state parent group …", and the name may hold blanks and parentheses.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", 4);
      return fields.length < 4 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[2]));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException gone) {
      return OptionalLong.empty();
    }
  }
}
