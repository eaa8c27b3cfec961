package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prlease.store.file.Forked.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The independent version-1 program, in Python. */
final class Peer {
  private final Path temp;
  private final Path script;
  private final Path directory;
  private final FileLayout layout;

  Peer(Path temp, Path directory, FileLayout layout) throws IOException {
    this.temp = temp;
    this.script = temp.resolve("v1_peer.py");
    this.directory = directory;
    this.layout = layout;
    if (!Files.exists(script)) {
      try (InputStream in = Peer.class.getResourceAsStream("/v1_peer.py")) {
        Files.copy(Objects.requireNonNull(in, "v1_peer.py"), script);
      }
    }
  }

  /** Runs it to its end. */
  Result run(String verb, String key, String... rest) throws IOException, InterruptedException {
    return Forked.run(command(verb, key, rest));
  }

  /** The command that runs it. */
  List<String> command(String verb, String key, String... rest) {
    List<String> command = new ArrayList<>(List.of("python3", script.toString()));
    command.add(layout == FileLayout.AMPLIHACK ? "--layout=amplihack" : "--layout=documented");
    command.addAll(List.of(verb, directory.toString(), key));
    command.addAll(List.of(rest));
    return command;
  }

  /** The same, drawing breath after each release: up to 3 ms, as if it had something else to do. */
  List<String> breathing(String verb, String key, String... rest) {
    List<String> command = command(verb, key, rest);
    command.set(1, "-c");
    command.add(2, BREATHING);
    command.add(3, temp.toString());
    return command;
  }

  private static final String BREATHING =
      """
      import random, sys, time
      sys.path.insert(0, sys.argv.pop(1))
      import v1_peer
      release = v1_peer.release
      def breathe(*arguments):
          released = release(*arguments)
          time.sleep(random.uniform(0, 0.003))
          return released
      v1_peer.release = breathe
      v1_peer.main()
      """;

  /** A process that holds the POSIX lock on a file until it is let go. */
  static final class LockHolder implements AutoCloseable {
    private static final String PROGRAM =
        """
        import fcntl, os, sys
        fd = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.lockf(fd, fcntl.LOCK_EX)
        print("locked", flush=True)
        line = sys.stdin.readline()
        if line.strip():
            tmp = sys.argv[1] + ".tmp-of-holder"
            with open(tmp, "w") as f:
                f.write(open(line.strip()).read())
            os.rename(tmp, sys.argv[1][:-len(".lock")])
        os.close(fd)
        print("free", flush=True)
        sys.stdin.readline()
        """;

    private final Process process;
    private final BufferedReader answers;

    LockHolder(Path lock) throws IOException {
      process =
          new ProcessBuilder("python3", "-c", PROGRAM, lock.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      await("locked");
    }

    /** Lets go. */
    void free() throws IOException {
      tell("");
    }

    /** Puts the text of {@code file} into the slot, then lets go. */
    void writeAndFree(Path file) throws IOException {
      tell(file.toString());
    }

    private void tell(String line) throws IOException {
      process.getOutputStream().write((line + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
      await("free");
    }

    private void await(String answer) throws IOException {
      String line = answers.readLine();
      if (!answer.equals(line)) {
        throw new IOException("the lock holder says " + line);
      }
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      process.destroy();
    }
  }
}
