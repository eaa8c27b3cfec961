package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.cli.output.ShellQuote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The guard as it is installed, in a checkout with the branch {@code f}, one commit and the tag
 * {@code v1}: a real git that pushes to a bare repository, which it takes for one of a forge's, by
 * the real hook and the real command.
 */
final class GuardedRepository {
  final Path work;
  final Map<String, String> environment = new HashMap<>();
  private final Path bare;
  private final Processing processing;

  /** One whose {@code origin} is {@code acme/app} on {@code host}. */
  GuardedRepository(Path top, String host) throws Exception {
    processing = new Processing(top);
    work = processing.directory;
    bare = top.toRealPath().resolve("bare.git");
    Path bin = Files.createDirectories(top.toRealPath().resolve("bin"));
    StringBuilder prlease = new StringBuilder("exec");
    Processing.command().forEach(word -> prlease.append(' ').append(ShellQuote.always(word)));
    program(bin.resolve("prlease"), prlease + " \"$@\"");
    program(bin.resolve("ssh-to-here"), "exec git-receive-pack " + bare);
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    environment.put("HOME", top.toString());
    environment.put("GIT_SSH", bin.resolve("ssh-to-here").toString());
    environment.put("GIT_SSH_VARIANT", "simple");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "n");
      environment.put("GIT_" + who + "_EMAIL", "e@example.com");
    }
    must(
        "git init -q --bare "
            + bare
            + " && git init -q -b f . && git commit -q --allow-empty -m c");
    must("git remote add origin git@" + host + ":acme/app.git && git tag v1");
    must("prlease hook install pre-push claude");
  }

  private static void program(Path file, String line) throws Exception {
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Answer bash(String script) throws Exception {
    try (Running running = processing.start(work, environment, List.of("bash", "-c", script))) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  String must(String script) throws Exception {
    Answer answer = bash(script);
    assertThat(answer.code()).as("%s: %s%s", script, answer.out(), answer.err()).isZero();
    return answer.out();
  }

  /** A lease of another session on {@code key}; it starts no process. */
  void lease(String key, String session) {
    assertThat(processing.here("acquire", "--key", key, "--session", session).code()).isZero();
  }

  /** What the bare repository has. */
  String refs() throws Exception {
    return must("git -C " + bare + " for-each-ref --format='%(refname)'");
  }
}
