package dev.prlease.store.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The POSIX write locks that Linux knows of, as {@code /proc/locks} tells: {@code 1: POSIX ADVISORY
 * WRITE 4711 fe:00:2154572 0 EOF}, of which the sixth word is the device's major and minor number,
 * both hexadecimal, and the inode. Lines of those who wait have an arrow behind the number.
 */
final class KernelLocks {
  private static final int WORDS = 8;

  private final Path proc;

  KernelLocks(Path proc) {
    this.proc = proc;
  }

  /**
   * A lock.
   *
   * @param file on which file, see {@link #id}
   * @param pid who holds it; 0 or less for a process of another pid namespace or machine
   */
  record Lock(String file, long pid) {}

  /** The locks by their files; empty where the kernel does not tell. */
  Optional<Map<String, Lock>> read() {
    Map<String, Lock> locks = new HashMap<>();
    try {
      for (String line : Files.readAllLines(proc.resolve("locks"), StandardCharsets.ISO_8859_1)) {
        List<String> words = words(line);
        if (words.size() >= WORDS && words.get(1).equals("POSIX") && words.get(3).equals("WRITE")) {
          locks.put(words.get(5), new Lock(words.get(5), number(words.get(4))));
        }
      }
      return Optional.of(locks);
    } catch (IOException notTold) {
      return Optional.empty();
    }
  }

  /** How the kernel's table names the file: device numbers as glibc takes them apart. */
  static String id(Entry entry) {
    long device = entry.device();
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
    return hex(major) + ":" + hex(minor) + ":" + entry.inode();
  }

  /** The holder, for people. */
  String who(Lock lock) {
    if (lock.pid() <= 0) {
      return "a process of another container or machine";
    }
    String name;
    try {
      byte[] comm = Files.readAllBytes(proc.resolve(lock.pid() + "/comm"));
      name = new String(comm, StandardCharsets.UTF_8).strip();
    } catch (IOException unseen) {
      name = "";
    }
    return "process " + lock.pid() + (name.isEmpty() ? "" : " (" + name + ")");
  }

  private static String hex(long number) {
    String digits = Long.toHexString(number);
    return digits.length() < 2 ? "0" + digits : digits;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>(WORDS);
    int from = 0;
    while (from < line.length()) {
      int end = line.indexOf(' ', from);
      end = end < 0 ? line.length() : end;
      if (end > from) {
        words.add(line.substring(from, end));
      }
      from = end + 1;
    }
    return words;
  }
}
