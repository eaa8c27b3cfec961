package dev.prlease.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A process that another one descends from.
 *
 * @param pid its id
 * @param program the file name of what it runs, without its directory; that of the interpreter if
 *     it runs a script; empty if this user may not look
 */
public record Ancestor(long pid, String program) {
  /** No chain of processes is so long; one that seems to be changed while it was read. */
  private static final int MOST = 1_000;

  private static final String DELETED = " (deleted)";

  /** Refuses null. */
  public Ancestor {
    Objects.requireNonNull(program, "program");
  }

  /** Those of this process, its parent first; as far as they can be seen. */
  public static List<Ancestor> ofThisProcess() {
    return of(ProcessHandle.current(), Path.of("/proc"));
  }

  static List<Ancestor> of(ProcessHandle process, Path proc) {
    List<Ancestor> ancestors = new ArrayList<>();
    Optional<ProcessHandle> next = process.parent();
    while (next.isPresent() && ancestors.size() < MOST) {
      ancestors.add(of(next.get().pid(), next.get().info().command(), proc));
      next = next.get().parent();
    }
    return List.copyOf(ancestors);
  }

  /** What it runs is not told to other users; its name is, which it may change, and is cut. */
  private static Ancestor of(long pid, Optional<String> command, Path proc) {
    String program = command.orElseGet(() -> name(proc.resolve(Long.toString(pid))));
    String there =
        program.endsWith(DELETED)
            ? program.substring(0, program.length() - DELETED.length())
            : program;
    return new Ancestor(pid, there.substring(there.lastIndexOf('/') + 1));
  }

  private static String name(Path directory) {
    try {
      return new String(Files.readAllBytes(directory.resolve("comm")), StandardCharsets.ISO_8859_1)
          .strip();
    } catch (IOException unseen) {
      return "";
    }
  }
}
