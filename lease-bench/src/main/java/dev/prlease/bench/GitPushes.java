package dev.prlease.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * Acquire and release in git remotes, beside two pushes of one ref, of a commit that was made
 * before. Told by {@link Slices} when; run with a directory to work in and the URLs of remotes.
 */
public final class GitPushes {
  /** As long as what the store has in a commit. */
  private static final String MESSAGE = "x".repeat(700);

  private static final int COMMITS = 8_000;

  private final Path repository;
  private final List<String> commits = new ArrayList<>();
  private int pushed;

  private GitPushes(Path repository) throws IOException, InterruptedException {
    this.repository = repository;
    git("init", "--quiet", "--bare", repository.toString());
    make();
    try (var lines = Files.lines(repository.resolve("marks"))) {
      lines.forEach(line -> commits.add(line.substring(line.indexOf(' ') + 1)));
    }
  }

  /** Ends when standard input ends. */
  public static void main(String[] arguments)
      throws IOException, ExecutionException, InterruptedException {
    Path directory = Path.of(arguments[0]);
    Map<String, Contestant> contestants = new HashMap<>();
    for (int i = 1; i < arguments.length; i++) {
      String url = arguments[i];
      Leases leases = new Leases(Leases.open("git:" + url));
      GitPushes bare = new GitPushes(directory.resolve("bare-" + i));
      contestants.put("prlease " + url, leases::acquireAndRelease);
      contestants.put("bare " + url, (repo, number) -> bare.pushTwice(url, repo, number));
    }
    Slices.serve(contestants);
    System.exit(0); // the store has threads
  }

  /** A chain, each commit with an empty tree. */
  private void make() throws IOException, InterruptedException {
    Process process =
        builder("fast-import", "--quiet", "--export-marks=" + repository.resolve("marks")).start();
    try (OutputStream in = process.getOutputStream()) {
      for (int i = 1; i <= COMMITS; i++) {
        String commit =
            "commit refs/heads/made\nmark :"
                + i
                + "\ncommitter bench <bench@localhost> "
                + i
                + " +0000\ndata "
                + MESSAGE.length()
                + "\n"
                + MESSAGE
                + "\n";
        in.write(commit.getBytes(StandardCharsets.UTF_8));
      }
    }
    check(process);
  }

  private void pushTwice(String url, String repo, long number)
      throws IOException, InterruptedException {
    String ref = "refs/leases/bare/" + repo + "/" + number;
    push(url, ref);
    push(url, ref);
  }

  /** Each push sends one commit, the next in the chain; the remote has the one before. */
  private void push(String url, String ref) throws IOException, InterruptedException {
    git("push", "--porcelain", "--no-verify", url, commits.get(pushed++) + ":" + ref);
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> words = new ArrayList<>(List.of("git"));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("GIT_DIR", repository.toString());
    builder.redirectErrorStream(true);
    return builder;
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    Process process = builder(arguments).start();
    process.getOutputStream().close();
    check(process);
  }

  private static void check(Process process) throws IOException, InterruptedException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("git failed: " + said);
    }
  }
}
