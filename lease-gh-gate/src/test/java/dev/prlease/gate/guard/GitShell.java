package dev.prlease.gate.guard;

import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A real git in a world of its own below one directory. */
final class GitShell {
  final Map<String, String> environment = new HashMap<>();
  final Path top;
  String err = "";
  String out = "";

  GitShell(Path top) {
    this.top = top;
    environment.put(
        "PATH", top.resolve("bin") + ":" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    environment.put("HOME", top.toString());
    environment.put("LOG", top.resolve("log").toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "n");
      environment.put("GIT_" + who + "_EMAIL", "e@example.com");
    }
  }

  /** A checkout with one commit, whose remote is a bare repository beside it. */
  Path repository() throws Exception {
    Path work = Files.createDirectory(top.resolve("work")).toRealPath();
    git(top, "init", "-q", "--bare", "bare.git");
    git(work, "init", "-q", "-b", "main");
    git(work, "remote", "add", "origin", top.resolve("bare.git").toString());
    git(work, "commit", "-q", "--allow-empty", "-m", "c");
    return work;
  }

  /** Puts a {@code prlease} on the path that does what {@code script} says. */
  void prlease(String script) throws Exception {
    Path file = Files.createDirectories(top.resolve("bin")).resolve("prlease");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  int git(Path directory, String... words) {
    List<String> all = new ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    ProcessResult result = run(directory, "", all);
    return result instanceof ProcessResult.Exited exited ? exited.code() : -1;
  }

  /** The references of the bare repository. */
  List<String> branches() {
    git(top.resolve("bare.git"), "for-each-ref", "--format=%(refname)");
    return out.lines().toList();
  }

  ProcessResult runWith(Path directory, String input, String... words) {
    return run(directory, input, List.of(words));
  }

  private ProcessResult run(Path directory, String input, List<String> words) {
    ProcessResult result =
        new ProcessRunner()
            .run(
                ProcessRequest.of(words, environment, directory, Duration.ofSeconds(60))
                    .withInput(input));
    if (result instanceof ProcessResult.Exited exited) {
      out = exited.out().text();
      err = exited.err().text();
    }
    return result;
  }
}
