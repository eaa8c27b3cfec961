package dev.prlease.gate.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A world of its own for real git: no configuration but that of the test, and servers whose names
 * are those of a forge. {@code git@github.com:acme/app.git} leads, by git's real SSH transport and
 * a script in the place of ssh, to a bare repository on this machine.
 */
public final class GitWorld {
  private final Path base;
  private final Map<String, String> environment;

  /** One below {@code base}, which must be there. */
  public GitWorld(Path base) throws IOException {
    this.base = base.toRealPath();
    Path servers = Files.createDirectories(this.base.resolve("servers"));
    Path home = Files.createDirectories(this.base.resolve("home"));
    Path config = home.resolve("gitconfig");
    Files.writeString(
        config,
        """
        [user]
        \tname = Test Person
        \temail = test@example.com
        [init]
        \tdefaultBranch = main
        [protocol "file"]
        \tallow = always
        [gc]
        \tauto = 0
        """);
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.keySet().removeIf(name -> name.startsWith("GIT_") || name.startsWith("GH_"));
    variables.put("HOME", home.toString());
    variables.put("XDG_CONFIG_HOME", home.toString());
    variables.put("GIT_CONFIG_GLOBAL", config.toString());
    variables.put("GIT_CONFIG_NOSYSTEM", "1");
    variables.put("GIT_SSH_COMMAND", "'" + ssh(servers) + "'");
    variables.put("GIT_SSH_VARIANT", "simple");
    environment = Map.copyOf(variables);
  }

  /** Runs what git wants run over there in the directory of the servers. */
  private Path ssh(Path servers) throws IOException {
    Path script = base.resolve("ssh.sh");
    Files.writeString(
        script,
        "#!/bin/sh\n"
            + "cd '"
            + servers
            + "' || exit 1\n"
            + "[ ! -e '"
            + base
            + "/before-'\"${2%% *}\" ] || . '"
            + base
            + "/before-'\"${2%% *}\"\n"
            + "eval \"$2\"\n");
    return executable(script);
  }

  /** Makes a script of {@code file}. */
  public static Path executable(Path file) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The directory of all. */
  public Path base() {
    return base;
  }

  /** What git gets. */
  public Map<String, String> environment() {
    return environment;
  }

  /** The same and one more variable. */
  public Map<String, String> environmentWith(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return Map.copyOf(more);
  }

  /**
   * Has {@code shell} run whenever a connection for {@code service} ({@code git-upload-pack} or
   * {@code git-receive-pack}) is made.
   */
  public void beforeServing(String service, String shell) throws IOException {
    Files.writeString(base.resolve("before-" + service), shell + "\n");
  }

  /** A bare repository that {@code git@github.com:<name>.git} leads to. */
  public Path server(String name) {
    Path server = base.resolve("servers").resolve(name + ".git");
    git(base, "init", "-q", "--bare", server.toString());
    return server;
  }

  /** A server's repository with one commit on {@code main}. */
  public Path serverWithMain(String name) {
    Path server = server(name);
    Path seed = base.resolve("seed-" + name.replace('/', '-'));
    git(base, "init", "-q", seed.toString());
    commit(seed, "base.txt", "base\n");
    git(seed, "push", "-q", server.toString(), "main");
    return server;
  }

  /** Clones {@code git@github.com:<name>.git} to {@code directory} of this world. */
  public Path clone(String name, String directory) {
    git(base, "clone", "-q", url(name), directory);
    return base.resolve(directory);
  }

  /** The URL of a server's repository. */
  public static String url(String name) {
    return "git@github.com:" + name + ".git";
  }

  /** Writes a file and commits it; answers the commit. */
  public String commit(Path checkout, String file, String text) {
    try {
      Files.writeString(checkout.resolve(file), text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    git(checkout, "add", file);
    git(checkout, "commit", "-q", "-m", file + " " + text.strip());
    return sha(checkout, "HEAD");
  }

  /** The commit that {@code revision} names. */
  public String sha(Path repository, String revision) {
    return git(repository, "rev-parse", "--verify", revision);
  }

  /** Runs git, which must succeed, and answers what it wrote. */
  public String git(Path directory, String... arguments) {
    return gitWith(environment, directory, arguments);
  }

  /** The same with other variables. */
  public static String gitWith(
      Map<String, String> environment, Path directory, String... arguments) {
    List<String> words = new ArrayList<>(List.of("git"));
    words.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw new AssertionError(words + " in " + directory + " exits with " + code + ": " + said);
      }
      return said.strip();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException nobodyInterrupts) {
      throw new AssertionError(nobodyInterrupts);
    }
  }
}
