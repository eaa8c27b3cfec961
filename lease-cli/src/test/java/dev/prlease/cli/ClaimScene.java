package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.cli.McpAgent.Told;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Palette;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.store.file.FileLeaseStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * Work on issues as it really is: a repository with a worktree for each branch, a bare one that is
 * taken for a forge's, that forge for the real gh, and the command with a home of its own. Time is
 * not waited for: a claim is made older by an exchange in its store.
 */
final class ClaimScene implements AutoCloseable {
  static final String USER = "jc-walker";
  static final String TOKEN = "gho_0123456789abcdefghijABCDEFGHIJ012345";
  private static final Duration LONG_AGO = Duration.ofHours(5);

  final ForgeServer forge = ForgeServer.start();
  final Processing processing;
  final Map<String, String> environment = new HashMap<>();

  /** Of the repository: its owner and name, as the forge knows it (AC17: any will do). */
  final String repository;

  private final Path top;
  private final Random numbers;

  /** One below {@code directory}, which is empty. */
  ClaimScene(Path directory) throws IOException, InterruptedException {
    long seed = new Random().nextLong();
    numbers = new Random(seed);
    System.out.println("claims on issues of the seed " + seed);
    top = directory.toRealPath();
    processing = new Processing(top);
    repository = "acme-" + number() + "/app." + number();
    forge.state().login(TOKEN, USER).repository(repository);
    environment.put("PRLEASE_HOME", processing.home.toString());
    environment.putAll(forge.environment(Files.createDirectories(top.resolve("gh")), TOKEN));
    configure("author");
    makeRepository();
  }

  /** The profile that prlease is set up with. */
  void configure(String profile) throws IOException {
    Files.createDirectories(processing.home);
    Files.setPosixFilePermissions(processing.home, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(processing.home.resolve("config.properties"), "profile = " + profile + "\n");
  }

  private void makeRepository() throws IOException, InterruptedException {
    Path config =
        Files.writeString(top.resolve("gitconfig"), "[user]\n name=a\n email=a@b.example\n");
    Path ssh =
        Files.writeString(
            top.resolve("ssh.sh"), "#!/bin/sh\ncd '" + top + "/servers'\neval \"$2\"\n");
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment.put("GIT_CONFIG_GLOBAL", config.toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_SSH_COMMAND", "'" + ssh + "'");
    environment.put("GIT_SSH_VARIANT", "simple");
    git(top, "init", "-q", "--bare", "-b", "main", bare(repository).toString());
    Path here = processing.directory;
    git(here, "init", "-q", "-b", "main");
    git(here, "remote", "add", "origin", url(repository));
    git(here, "commit", "-q", "--allow-empty", "-m", "base");
    git(here, "push", "-q", "-u", "origin", "main");
  }

  /** Where the forge keeps a repository. */
  Path bare(String name) {
    return top.resolve("servers").resolve(name + ".git");
  }

  String url(String name) {
    return "git@" + ForgeServer.HOST + ":" + name + ".git";
  }

  /** Any number: that of an issue or of a pull request. */
  int number() {
    return 1 + numbers.nextInt(9_999_999);
  }

  /** Work on an issue that nobody has claimed yet: its branch is pushed, and all is clean. */
  Work work() throws IOException, InterruptedException {
    int issue = number();
    forge.state().issue(repository, issue);
    return new Work(issue, "fix/issue-" + issue + "-" + number());
  }

  /** A worktree and branch, and the issue that they are for. */
  final class Work {
    final int issue;
    final String branch;
    final Path worktree;

    private Work(int issue, String branch) throws IOException, InterruptedException {
      this.issue = issue;
      this.branch = branch;
      this.worktree = top.resolve("branches").resolve(branch.replace('/', '-'));
      git("worktree", "add", "-q", "-b", branch, worktree.toString());
      commit("one");
      push();
    }

    void commit(String message) throws IOException, InterruptedException {
      in("commit", "-q", "--allow-empty", "-m", message);
    }

    void push() throws IOException, InterruptedException {
      in("push", "-q", "-u", "origin", branch);
    }

    String head() throws IOException, InterruptedException {
      return in("rev-parse", "HEAD");
    }

    String in(String... words) throws IOException, InterruptedException {
      return git(worktree, words);
    }

    LeaseKey key() {
      return issueOf(repository, issue);
    }

    /** The pull request of this work, at the head that was pushed, which closes the issue. */
    ScriptedPull pullRequest() throws IOException, InterruptedException {
      ScriptedPull pull = forge.pull(repository, number()).branch(branch).base("main").head(head());
      forge.state().issue(repository, issue, pull);
      return pull;
    }

    /** The arguments of a tool call about this work; later ones win. */
    Object[] on(Object... more) {
      Map<Object, Object> all = new HashMap<>();
      all.put("repository", ForgeServer.HOST + "/" + repository);
      all.put("issue", issue);
      all.put("worktree", worktree.toString());
      for (int i = 0; i < more.length; i += 2) {
        all.put(more[i], more[i + 1]);
      }
      List<Object> flat = new ArrayList<>();
      all.forEach((name, value) -> flat.addAll(List.of(name, value)));
      return flat.toArray();
    }

    /** The same where no worktree matters. */
    Object[] named(Object... more) {
      List<Object> all =
          new ArrayList<>(
              List.of("repository", ForgeServer.HOST + "/" + repository, "issue", issue));
      all.addAll(List.of(more));
      return all.toArray();
    }

    /** Takes the claim through {@code agent}, five hours ago. */
    LeaseRecord takenLongAgo(McpAgent agent, Object... more) {
      Told taken = agent.call("claim_take", on(more));
      assertThat(taken.get("outcome")).as(taken.text()).isEqualTo("taken");
      return age();
    }

    /** Five hours pass for the claim, and for nothing else. */
    LeaseRecord age() {
      return inStore(
          store -> {
            LeaseSlot.Held held = (LeaseSlot.Held) store.load(key());
            LeaseRecord now = held.record();
            LeaseRecord then =
                now.refreshed(now.acquiredAt().minus(LONG_AGO), now.ttl())
                    .withGrantedAt(now.grantedAt().orElseThrow().minus(LONG_AGO));
            Exchange exchange =
                store.compareAndExchange(
                    key(), Expected.exactly(held.version()), Change.hold(then));
            assertThat(exchange).isInstanceOf(Exchange.Swapped.class);
            return ((LeaseSlot.Held) exchange.slot()).record();
          });
    }

    /** Puts the record of the claim into the slot of another issue. */
    void copyInto(LeaseKey other) {
      LeaseRecord record = record();
      Exchange exchange =
          inStore(
              store ->
                  store.compareAndExchange(
                      other, Expected.exactly(store.load(other).version()), Change.hold(record)));
      assertThat(exchange).isInstanceOf(Exchange.Swapped.class);
    }

    LeaseSlot slot() {
      return inStore(store -> store.load(key()));
    }

    LeaseRecord record() {
      return ((LeaseSlot.Held) slot()).record();
    }
  }

  static LeaseKey issueOf(String repository, int number) {
    return LeaseKey.of(ForgeServer.HOST, repository, LeaseKey.Kind.ISSUE, number);
  }

  private <T> T inStore(Function<FileLeaseStore, T> work) {
    try (Scheduler scheduler = new ThreadPoolScheduler();
        FileLeaseStore store =
            FileLeaseStore.open(
                processing.home.resolve("leases"),
                new StoreContext(new SystemClock(), scheduler, Map.of()))) {
      return work.apply(store);
    }
  }

  /** A step of the command itself, in this process: another one than any server's. */
  Answer claim(String step, Work work, String session) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World world =
        new World(
            environment,
            work.worktree,
            new Console(out, err, () -> Palette.PLAIN),
            new SystemClock(),
            ThreadPoolScheduler::new,
            new ThisHost(),
            Shutdown.NEVER);
    List<String> words =
        List.of("claim", step, "--json", "--key", work.key().toString(), "--session", session);
    int code = new Cli(world).run(words);
    return new Answer(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  McpAgent agent(String... options) {
    return new McpAgent(processing.directory, environment, options);
  }

  String git(String... words) throws IOException, InterruptedException {
    return git(processing.directory, words);
  }

  String git(Path directory, String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    ProcessBuilder git =
        new ProcessBuilder(all).directory(directory.toFile()).redirectErrorStream(true);
    git.environment().clear();
    git.environment().putAll(environment);
    Process process = git.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", all, said).isZero();
    return said.strip();
  }

  @Override
  public void close() {
    forge.close();
  }
}
