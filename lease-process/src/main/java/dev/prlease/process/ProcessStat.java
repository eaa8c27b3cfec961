package dev.prlease.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the kernel tells of a process in {@code /proc/PID/stat}, as far as the JDK does not.
 *
 * @param pid its id, in the pid namespace that the directory shows
 * @param state one letter: {@code Z} is a process that ended, or whose first thread did
 * @param parent the parent's id
 * @param group the process group's id
 * @param startTicks when it started, in clock ticks since boot: never adjusted, unlike what {@link
 *     ProcessHandle.Info#startInstant()} derives from it
 */
public record ProcessStat(long pid, char state, long parent, long group, long startTicks) {
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int GROUP = 2;
  private static final int START = 19;

  /**
   * Reads it.
   *
   * @param directory such as {@code /proc/1234} or {@code /proc/self}
   * @throws java.nio.file.NoSuchFileException if there is no such process, or it is hidden
   * @throws java.nio.file.AccessDeniedException if this user may not look
   * @throws IOException if it cannot be read or understood; also if the process ends meanwhile
   */
  public static ProcessStat read(Path directory) throws IOException {
    // The name may hold any byte, so it is no text in any charset; the rest is ASCII.
    return parse(
        new String(Files.readAllBytes(directory.resolve("stat")), StandardCharsets.ISO_8859_1));
  }

  /**
   * Understands {@code pid (name) state parent group …}. The name is the program's choice: blanks,
   * parentheses and newlines in it are its own, so the last parenthesis is what counts.
   */
  static ProcessStat parse(String stat) throws IOException {
    int nameFrom = stat.indexOf('(');
    int nameTo = stat.lastIndexOf(')');
    try {
      String[] fields = stat.substring(nameTo + 2).trim().split(" ", START + 2);
      return new ProcessStat(
          Long.parseLong(stat.substring(0, nameFrom).trim()),
          fields[STATE].charAt(0),
          Long.parseLong(fields[PARENT]),
          Long.parseLong(fields[GROUP]),
          Long.parseLong(fields[START]));
    } catch (IndexOutOfBoundsException | NumberFormatException strange) {
      throw new IOException("this is no line of /proc/PID/stat: " + stat, strange);
    }
  }
}
