package dev.prlease.store.git;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.StoreContext;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Places for the suites: a repository each, reached by a URL or path. */
final class GitPlaces implements StoreFixture {
  static final GitStoreOptions OPTIONS = GitStoreOptions.DEFAULTS.withMaxClockSkew(Duration.ZERO);

  /** What a user may have configured, each of which would break something. */
  private static final String HOSTILE =
      """
      [commit]
      \tgpgsign = true
      [tag]
      \tgpgsign = true
      [gpg]
      \tprogram = /bin/false
      [core]
      \thooksPath = %s
      \tfsmonitor = /bin/false
      \tabbrev = 5
      \tcompression = 0
      [push]
      \tfollowTags = true
      \tgpgSign = if-asked
      \tdefault = nothing
      \trecurseSubmodules = on-demand
      \tuseForceIfIncludes = true
      \tpushOption = odd
      [fetch]
      \tprune = true
      \tpruneTags = true
      \tfsckObjects = true
      \tunpackLimit = 1
      \trecurseSubmodules = true
      [transfer]
      \tunpackLimit = 1
      [color]
      \tui = always
      [submodule]
      \trecurse = true
      [remote]
      \tpushDefault = nowhere
      """;

  private final BareRepository repository;
  private final String url;
  private final Map<String, String> environment;
  private final AutoCloseable server;
  private final AtomicLong nonce = new AtomicLong();
  private final RefNames names = new RefNames(OPTIONS.namespace());

  private GitPlaces(
      BareRepository repository,
      String url,
      Map<String, String> environment,
      AutoCloseable server) {
    this.repository = repository;
    this.url = url;
    this.environment = environment;
    this.server = server;
  }

  /** Reached by its path, by a user who has configured nothing and has no home. */
  static GitPlaces path() throws IOException {
    BareRepository made = new BareRepository();
    return new GitPlaces(made, made.directory().toString(), bare(made), () -> {});
  }

  /** Reached by a URL, by a user who has configured a lot. */
  static GitPlaces hostile() throws IOException {
    BareRepository made = new BareRepository();
    Path home = Files.createDirectory(made.parent().resolve("home"));
    Path hooks = Files.createDirectory(home.resolve("hooks"));
    for (String name : List.of("pre-push", "reference-transaction", "post-commit")) {
      Path hook = hooks.resolve(name);
      Files.writeString(hook, "#!/bin/sh\nexit 1\n");
      boolean unused = hook.toFile().setExecutable(true);
    }
    Files.writeString(home.resolve(".gitconfig"), HOSTILE.formatted(hooks));
    // What the server runs reads the same configuration over file://, but for what it says itself.
    made.configure("[core]\n\thooksPath = " + made.directory().resolve("hooks") + "\n");
    Map<String, String> environment = new HashMap<>(bare(made));
    environment.put("HOME", home.toString());
    environment.put("GIT_DIR", "/nowhere");
    environment.put("GIT_TRACE", "1");
    return new GitPlaces(made, "file://" + made.directory(), environment, () -> {});
  }

  /** Reached through {@code server}, which is closed with it. */
  static GitPlaces served(BareRepository made, String url, AutoCloseable server) {
    return new GitPlaces(made, url, bare(made), server);
  }

  private static Map<String, String> bare(BareRepository made) {
    return Map.of(
        "PATH",
        BareRepository.path(),
        "TMPDIR",
        made.parent().toString(),
        "GIT_CONFIG_NOSYSTEM",
        "1");
  }

  BareRepository repository() {
    return repository;
  }

  String url() {
    return url;
  }

  StoreContext context() {
    return Contexts.with(environment);
  }

  GitLeaseStore open(GitStoreOptions options) {
    return GitLeaseStore.open(url, options, repository.parent(), context());
  }

  GitLeaseStore open(GitStoreOptions options, GitProgram.Runs runs) {
    return GitLeaseStore.open(url, options, repository.parent(), context(), runs);
  }

  @Override
  public LeaseStore open() {
    return open(OPTIONS);
  }

  @Override
  public Optional<String> location() {
    return Optional.of(GitLocation.text(url, OPTIONS));
  }

  @Override
  public Optional<RawSlots> raw() {
    return Optional.of(new Raw());
  }

  /** Git pushes, and what it says is lost. */
  @Override
  public Optional<LeaseStore> openLosingNextAnswer() {
    AtomicBoolean lost = new AtomicBoolean();
    return Optional.of(
        open(
            OPTIONS,
            request -> {
              ProcessResult result = real(request);
              return isPush(request) && !lost.getAndSet(true)
                  ? new ProcessResult.TimedOut(
                      request.timeout(),
                      dev.prlease.process.Output.NONE,
                      dev.prlease.process.Output.NONE)
                  : result;
            }));
  }

  static ProcessResult real(ProcessRequest request) {
    return new ProcessRunner().start(request).awaitThroughInterrupts();
  }

  static boolean isPush(ProcessRequest request) {
    return request.command().words().contains("push");
  }

  @Override
  public void close() throws IOException {
    try {
      server.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
    repository.close();
  }

  /** Commits that no git store made. */
  private final class Raw implements RawSlots {
    @Override
    public void write(LeaseKey key, byte[] bytes) {
      run(
          () -> {
            String tree = ArchiveTree.empty(repository.objects());
            String who = "somebody <x@example.com> " + nonce.incrementAndGet() + " +0000\n";
            ByteArrayOutputStream commit = new ByteArrayOutputStream();
            commit.writeBytes(
                ("tree " + tree + "\nauthor " + who + "committer " + who + "\n")
                    .getBytes(StandardCharsets.UTF_8));
            commit.writeBytes(bytes);
            repository.point(
                names.of(key), repository.objects().write("commit", commit.toByteArray()));
          });
    }

    @Override
    public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
      write(key, OlderProgramText.bytes(record));
    }

    @Override
    public List<byte[]> archived(LeaseKey key) {
      String ref = names.of(key);
      return repository
          .git("ls-tree", "--name-only", ref)
          .lines()
          .map(name -> blob(ref + ":" + name))
          .toList();
    }

    private byte[] blob(String name) {
      String id = repository.git("rev-parse", name).strip();
      try {
        return repository.objects().read(id).orElseThrow().content();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
