package dev.prlease.gate;

import dev.prlease.process.ProcessStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Where this process runs: which machine, which boot, which pid namespace, and what it may see. */
final class Surroundings {
  private final Path proc;

  Surroundings(Path proc) {
    this.proc = proc;
  }

  Path directory(long pid) {
    return proc.resolve(Long.toString(pid));
  }

  /** The machine's name as the kernel has it, without asking any name service; may be empty. */
  String hostName() {
    return line(proc.resolve("sys/kernel/hostname")).orElse("");
  }

  /** A random id that the kernel draws at each boot. */
  Optional<String> bootId() {
    return line(proc.resolve("sys/kernel/random/boot_id")).filter(id -> !id.isEmpty());
  }

  /** The inode of this process's pid namespace: {@code pid:[4026531836]}. */
  OptionalLong pidNamespace() {
    try {
      String link = Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString();
      int from = link.indexOf('[') + 1;
      int to = link.indexOf(']', from);
      return OptionalLong.of(Long.parseLong(link, from, to, 10));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException none) {
      return OptionalLong.empty();
    }
  }

  /** Whether ids mean here what they mean to this process: a container may see its host's. */
  boolean showsThisNamespace() {
    try {
      return ProcessStat.read(proc.resolve("self")).pid() == ProcessHandle.current().pid();
    } catch (IOException none) {
      return false;
    }
  }

  /**
   * Whether processes may be there and not be seen. The mount's options say so; the last mount on a
   * place is the one that is seen. Unreadable: assume it.
   */
  boolean hidesProcesses() {
    try {
      boolean hides = false;
      for (String mount :
          Files.readAllLines(proc.resolve("self/mountinfo"), StandardCharsets.UTF_8)) {
        List<String> fields = List.of(mount.split(" ", -1));
        if (fields.size() > MOUNT_POINT && fields.get(MOUNT_POINT).equals(proc.toString())) {
          hides = hasHidingOption(fields.get(fields.size() - 1));
        }
      }
      return hides;
    } catch (IOException unknown) {
      return true;
    }
  }

  private static final int MOUNT_POINT = 4;

  private static boolean hasHidingOption(String options) {
    for (String option : options.split(",", -1)) {
      if (option.startsWith("hidepid=")
          && !option.equals("hidepid=0")
          && !option.equals("hidepid=off")) {
        return true;
      }
    }
    return false;
  }

  private static Optional<String> line(Path file) {
    try {
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip());
    } catch (IOException none) {
      return Optional.empty();
    }
  }
}
