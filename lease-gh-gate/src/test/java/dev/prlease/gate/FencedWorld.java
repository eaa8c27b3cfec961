package dev.prlease.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.FakeForge;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.push.PushRequest;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.store.git.GitLeaseStore;
import dev.prlease.store.git.GitStoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A checkout of a pull request's branch, whose remote has the leases too. */
final class FencedWorld implements AutoCloseable {
  static final LeaseKey KEY = LeaseKey.pullRequest("acme/app", 42);
  static final String BRANCH = "refs/heads/feature";
  static final String LEASE = "refs/leases/acme/app__pr-42";

  private final GitWorld world;
  private final Path server;
  private final Path mine;
  private final BranchSite site;
  private final ThreadPoolScheduler scheduler = new ThreadPoolScheduler();
  private int commits;

  FencedWorld(Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("my place")));
    server = world.serverWithMain("acme/app");
    mine = world.clone("acme/app", "mine");
    world.git(mine, "switch", "-q", "-c", "feature");
    world.commit(mine, "a.txt", "first\n");
    world.git(mine, "push", "-q", "-u", "origin", "feature");
    FakeForge forge = new FakeForge();
    forge.open("acme/app", 42, "main", "acme/app", "feature");
    site = new BranchSite(() -> Checkout.open(mine, world.environment()), () -> forge);
  }

  GitWorld world() {
    return world;
  }

  Path server() {
    return server;
  }

  Path mine() {
    return mine;
  }

  BranchSite site() {
    return site;
  }

  /** The store in the remote that the branch is pushed to. */
  GitLeaseStore store() {
    return store("origin");
  }

  GitLeaseStore store(String remote) {
    return GitLeaseStore.open(
        remote,
        GitStoreOptions.DEFAULTS.withMaxClockSkew(Duration.ZERO),
        mine,
        new StoreContext(new SystemClock(), scheduler, world.environment()));
  }

  /** Another commit on the branch that is checked out. */
  String commit() {
    commits++;
    return world.commit(mine, "a.txt", "commit " + commits + "\n");
  }

  ForcePushAction push() {
    return new ForcePushAction(site, PushRequest.parse(List.of()));
  }

  /** Where a reference of the server's is. */
  String at(String ref) {
    return world.sha(server, ref);
  }

  void move(String ref, String commit) {
    world.git(server, "update-ref", ref, commit);
  }

  /**
   * Moves the lease to {@code commit} once {@code connections} pushes or rehearsals of such have
   * connected, before the next one is served: the second is the push itself.
   */
  void moveBeforeServing(int connections, String commit) throws IOException {
    moveBeforeServing(connections, Map.of(LEASE, commit));
  }

  /** The same with several references. */
  void moveBeforeServing(int connections, Map<String, String> commits) throws IOException {
    Path count = world.base().resolve("count");
    StringBuilder moves = new StringBuilder("true");
    commits.forEach(
        (ref, commit) ->
            moves
                .append(" && git --git-dir=acme/app.git update-ref ")
                .append(ref)
                .append(' ')
                .append(commit));
    Files.writeString(count, "");
    world.beforeServing(
        "git-receive-pack",
        "echo x >>'"
            + count
            + "'; [ $(wc -l <'"
            + count
            + "') != "
            + (connections + 1)
            + " ] || { "
            + moves
            + "; }");
  }

  void moveNothingBeforeServing() throws IOException {
    world.beforeServing("git-receive-pack", "true");
  }

  /** Moves the lease to {@code commit} when a push has come that would move the branch. */
  void moveWhenReceived(String commit) throws IOException {
    hook(
        "pre-receive",
        "while read -r from to ref; do [ \"$ref\" != "
            + BRANCH
            + " ] || env -u GIT_QUARANTINE_PATH git update-ref "
            + LEASE
            + " "
            + commit
            + "; done");
  }

  void hook(String name, String shell) throws IOException {
    Path hook = server.resolve("hooks").resolve(name);
    Files.writeString(hook, "#!/bin/sh\n" + shell + "\n");
    GitWorld.executable(hook);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
