package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.FakeForge;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.push.Expectation;
import dev.prlease.gate.push.PushOutcome.Moved;
import dev.prlease.gate.push.PushOutcome.Pushed;
import dev.prlease.gate.push.PushOutcome.Refused;
import dev.prlease.gate.push.PushRequest;
import dev.prlease.gate.push.RebaseOutcome;
import dev.prlease.spi.GatedAction;
import dev.prlease.store.memory.InMemoryLeaseStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever runs them: actions that move a branch expect the commit of the lease's record, and write
 * down theirs.
 */
@Timeout(120)
class RecordedHeadTest {
  private static final LeaseKey KEY = LeaseKey.pullRequest("acme/app", 42);

  private final GitWorld world;
  private final Path server;
  private final Path mine;
  private final BranchSite site;

  RecordedHeadTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("mein Ordner")));
    server = world.serverWithMain("acme/app");
    mine = world.clone("acme/app", "mine");
    world.git(mine, "switch", "-q", "-c", "feature");
    world.commit(mine, "a.txt", "first\n");
    world.git(mine, "push", "-q", "-u", "origin", "feature");
    FakeForge forge = new FakeForge();
    forge.open("acme/app", 42, "main", "acme/app", "feature");
    // As the providers make it: nothing is handed to the action but where to look.
    site = new BranchSite(() -> Checkout.open(mine, world.environment()), () -> forge);
  }

  private String there() {
    return world.sha(server, "refs/heads/feature");
  }

  @Test
  void L56_pushes_and_rebases_by_any_door_read_and_write_the_head_of_the_record() throws Exception {
    try (LeaseManager manager = LeaseManager.on(new InMemoryLeaseStore()).build();
        PrLease lease = manager.acquire(KEY, SessionId.random(), Ttl.ofSeconds(900))) {
      String before = there();
      String first = world.commit(mine, "a.txt", "second\n");
      assertThat(lease.run(push())).isEqualTo(new Pushed(before, first, Optional.empty()));
      assertThat(lease.record().head()).contains(first);

      Path seed = world.base().resolve("seed-acme-app");
      String base = world.commit(seed, "m.txt", "main\n");
      world.git(seed, "push", "-q", server.toString(), "main");
      GatedAction<RebaseOutcome> rebase = new RebaseAction(site, new Expectation.Included());
      assertThat(lease.run(rebase).succeeded()).isTrue();
      String rebased = world.sha(mine, "HEAD");
      assertThat(world.sha(mine, "HEAD~2")).isEqualTo(base);
      assertThat(lease.record().head()).contains(rebased);

      // A session that had the branch pushes, too: that is in our reflog, but not in the record.
      world.git(server, "update-ref", "refs/heads/feature", first);
      world.commit(mine, "a.txt", "third\n");
      assertThat(lease.run(push()))
          .isInstanceOfSatisfying(
              Moved.class,
              moved -> {
                assertThat(moved.expected()).isEqualTo(rebased);
                assertThat(moved.found()).contains(first);
              });
      assertThat(lease.run(rebase).succeeded()).isFalse();
      assertThat(there()).isEqualTo(first);
      assertThat(lease.record().head()).contains(rebased);
    }
  }

  @Test
  void a_head_that_was_certified_for_a_merge_lets_no_push_replace_it_that_never_had_it()
      throws Exception {
    Path theirs = world.clone("acme/app", "theirs");
    world.git(theirs, "switch", "-q", "feature");
    String colleague = world.commit(theirs, "colleague.txt", "work\n");
    world.git(theirs, "push", "-q");
    world.commit(mine, "a.txt", "mine again\n");
    try (LeaseManager manager = LeaseManager.on(new InMemoryLeaseStore()).build();
        PrLease lease = manager.acquire(KEY, SessionId.random(), Ttl.ofSeconds(900))) {
      assertThat(lease.run(push())).isInstanceOf(Refused.class);
      // As a merge does with whatever head it finds.
      lease.certify(colleague);
      assertThat(lease.run(push()))
          .isInstanceOfSatisfying(
              Refused.class, refused -> assertThat(refused.why()).contains("never had"));
      assertThat(there()).isEqualTo(colleague);
    }
  }

  @Test
  void who_adopts_a_lease_replaces_the_former_sessions_head_only_with_its_commits()
      throws Exception {
    SessionId former = SessionId.of("former");
    SessionId heir = SessionId.of("heir");
    Path theirs = world.clone("acme/app", "theirs");
    world.git(theirs, "switch", "-q", "feature");
    InMemoryLeaseStore store = new InMemoryLeaseStore();
    try (LeaseManager first = LeaseManager.on(store).build();
        LeaseManager second = LeaseManager.on(store).build()) {
      String pushed = world.commit(mine, "a.txt", "second\n");
      PrLease lost = first.acquire(KEY, former, Ttl.ofSeconds(900));
      assertThat(lost.run(push())).isInstanceOf(Pushed.class);
      try (PrLease lease = second.adopt(KEY, former, heir, Ttl.ofSeconds(900))) {
        assertThat(lease.record().head()).contains(pushed);
        world.commit(theirs, "b.txt", "without it\n");
        assertThat(lease.run(push(theirs))).isInstanceOf(Refused.class);
        assertThat(there()).isEqualTo(pushed);
        world.git(theirs, "pull", "-q", "--rebase");
        assertThat(lease.run(push(theirs))).isInstanceOf(Pushed.class);
      }
    }
  }

  private ForcePushAction push() {
    return new ForcePushAction(site, PushRequest.parse(List.of()));
  }

  private ForcePushAction push(Path checkout) {
    return new ForcePushAction(
        new BranchSite(() -> Checkout.open(checkout, world.environment()), site.forge()),
        PushRequest.parse(List.of()));
  }
}
