package dev.prlease.cli;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseSlot;
import dev.prlease.cli.ClaimScene.Work;
import dev.prlease.cli.McpAgent.Told;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedPull;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * AC3 to AC8 and AC15 through the MCP server: a claim that ran out, whose owner asks for its
 * renewal, and one thing that is not as it must be; each is refused for that reason alone. What a
 * test changes it puts back, so that the claim is as good as renewed for the next.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpClaimRefusalsTest {
  @TempDir private static Path top = Path.of("");
  private static Optional<ClaimScene> set = Optional.empty();
  private static Optional<McpAgent> started = Optional.empty();
  private static Optional<Work> claimed = Optional.empty();

  @BeforeAll
  static void claimLongAgo() throws Exception {
    ClaimScene made = new ClaimScene(top);
    set = Optional.of(made);
    started = Optional.of(made.agent("--session", "author"));
    Work work = made.work();
    claimed = Optional.of(work);
    work.takenLongAgo(agent());
  }

  /** Nothing of all that was left behind: the very same call is granted now. */
  @AfterAll
  static void renewAtLast() {
    try {
      Told renewed = agent().call("claim_renew", work().on());
      assertThat(renewed.get("outcome")).as(renewed.text()).isEqualTo("renewed");
    } finally {
      started.ifPresent(McpAgent::close);
      set.ifPresent(ClaimScene::close);
    }
  }

  private static ClaimScene scene() {
    return set.orElseThrow();
  }

  private static McpAgent agent() {
    return started.orElseThrow();
  }

  private static Work work() {
    return claimed.orElseThrow();
  }

  /** The owner's renewal is refused for these reasons, and nothing was written. */
  private static List<Map<String, Object>> refused(Object[] arguments, String... codes) {
    LeaseSlot before = work().slot();
    Told told = agent().call("claim_renew", arguments);
    assertThat(told.error()).as(told.text()).isEqualTo("claim-refused");
    List<Map<String, Object>> reasons = told.list("reasons");
    assertThat(reasons)
        .as(told.text())
        .extracting(reason -> String.valueOf(reason.get("code")))
        .containsExactly(codes);
    assertThat(reasons)
        .allSatisfy(reason -> assertThat(reason).containsOnlyKeys("code", "expected", "found"));
    assertThat(told.fields())
        .as(told.text())
        .containsEntry("aftermath", "nothing-written")
        .containsEntry("step", "renew");
    assertThat(told.get("next")).as(told.text()).doesNotContain("prlease ");
    assertThat(work().slot()).isEqualTo(before);
    return reasons;
  }

  private static void differs(Object[] arguments, String code, String expected, String found) {
    Map<String, Object> reason = refused(arguments, code).get(0);
    assertThat(String.valueOf(reason.get("expected"))).contains(expected);
    assertThat(String.valueOf(reason.get("found"))).contains(found);
  }

  @Test
  void AC15_another_branch() throws Exception {
    String other = work().branch + "-other";
    work().in("switch", "-q", "-c", other);
    work().in("push", "-q", "-u", "origin", other);
    try {
      differs(work().on(), "branch-differs", work().branch, other);
    } finally {
      work().in("switch", "-q", work().branch);
    }
  }

  @Test
  void AC15_another_worktree() throws Exception {
    Path other = top.toRealPath().resolve("another worktree");
    scene().git("worktree", "add", "-q", "--force", other.toString(), work().branch);
    try {
      differs(
          work().on("worktree", other.toString()),
          "worktree-differs",
          work().worktree.toString(),
          other.toString());
      Path link = Files.createSymbolicLink(top.resolve("link"), other);
      differs(
          work().on("worktree", link.toString()),
          "worktree-differs",
          work().worktree.toString(),
          other.toString());
    } finally {
      scene().git("worktree", "remove", other.toString());
    }
  }

  @Test
  void AC15_another_user() {
    scene().forge.state().login(ClaimScene.TOKEN, "mallory");
    try {
      differs(work().on(), "user-differs", ClaimScene.USER, "mallory");
    } finally {
      scene().forge.state().login(ClaimScene.TOKEN, ClaimScene.USER);
    }
  }

  @Test
  void AC15_another_profile() throws Exception {
    scene().configure("reviewer");
    try {
      differs(work().on(), "profile-differs", "author", "reviewer");
    } finally {
      scene().configure("author");
    }
  }

  @Test
  void AC4_AC15_a_worktree_that_is_not_clean() throws Exception {
    Path file = work().worktree.resolve("file");
    Files.writeString(file, "untracked");
    refused(work().on(), "worktree-not-clean");
    work().in("add", "file");
    refused(work().on(), "worktree-not-clean");
    work().in("rm", "-q", "-f", "file");
    assertThat(file).doesNotExist();
  }

  @Test
  void AC5_AC15_heads_that_differ() throws Exception {
    String pushed = work().head();
    work().commit("not pushed");
    String ahead = work().head();
    try {
      differs(work().on(), "heads-differ", ahead, pushed);
    } finally {
      work().in("reset", "-q", "--hard", pushed);
    }
  }

  @Test
  void AC5_a_branch_that_the_remote_has_not() throws Exception {
    work().in("push", "-q", "origin", "--delete", work().branch);
    try {
      refused(work().on(), "remote-branch-missing");
    } finally {
      work().push();
    }
  }

  @Test
  void AC6_AC15_a_pull_request_with_another_head() throws Exception {
    ScriptedPull pull = work().pullRequest().head(sha('d'));
    try {
      differs(work().on(), "pull-request-head-differs", work().head(), sha('d'));
    } finally {
      pull.closed();
    }
  }

  @Test
  void AC7_AC15_another_pull_request_for_the_issue() {
    ScriptedPull pull = scene().forge.pull(scene().repository, scene().number()).branch("theirs");
    scene().forge.state().issue(scene().repository, work().issue, pull);
    try {
      differs(work().on(), "competing-pull-request", "of this branch", "theirs");
    } finally {
      pull.closed();
    }
  }

  @Test
  void AC7_AC15_another_live_claim_on_the_branch() {
    int other = scene().number();
    scene().forge.state().issue(scene().repository, other);
    Object[] competing = work().on("issue", other, "session", "competitor");
    Told taken = agent().call("claim_take", competing);
    assertThat(taken.get("outcome")).as(taken.text()).isEqualTo("taken");
    try {
      differs(work().on(), "competing-claim", "no other claim", "competitor");
    } finally {
      Told released =
          agent().call("claim_release", work().named("issue", other, "session", "competitor"));
      assertThat(released.get("outcome")).as(released.text()).isEqualTo("released");
    }
  }

  @Test
  void AC3_another_remote_by_its_name_or_its_address() throws Exception {
    String url = scene().url(scene().repository);
    scene().git("remote", "add", "upstream", url);
    differs(work().on("remote", "upstream"), "remote-differs", "origin at ", "upstream at ");
    String moved = "acme/moved-" + scene().number();
    scene().forge.state().repository(moved);
    scene().git("clone", "-q", "--bare", url, scene().bare(moved).toString());
    scene().git("remote", "set-url", "origin", scene().url(moved));
    try {
      differs(work().on(), "remote-differs", url, scene().url(moved));
    } finally {
      scene().git("remote", "set-url", "origin", url);
    }
  }

  @Test
  void AC3_another_kind_of_work() {
    differs(work().on("operation", "review"), "operation-differs", "author_issue_work", "review");
  }

  @Test
  void AC3_another_owner_repository_or_number_has_no_such_claim() {
    String[] ownerAndName = scene().repository.split("/", -1);
    for (String repository : List.of("other/" + ownerAndName[1], ownerAndName[0] + "/other")) {
      scene().forge.state().issue(repository, work().issue);
      refused(work().on("repository", ForgeServer.HOST + "/" + repository), "no-claim");
    }
    int number = scene().number();
    scene().forge.state().issue(scene().repository, number);
    refused(work().on("issue", number), "no-claim");
  }

  @Test
  void AC3_P8_a_record_that_lies_in_the_slot_of_another_owner_repository_or_number() {
    String[] ownerAndName = scene().repository.split("/", -1);
    int number = scene().number();
    Map<String, Integer> slots =
        Map.of(
            "stray/" + ownerAndName[1],
            work().issue,
            ownerAndName[0] + "/stray",
            work().issue,
            scene().repository,
            number);
    slots.forEach(
        (repository, issue) -> {
          work().copyInto(ClaimScene.issueOf(repository, issue));
          Told told =
              agent()
                  .call(
                      "claim_renew",
                      work().on("repository", ForgeServer.HOST + "/" + repository, "issue", issue));
          assertThat(told.error()).as(told.text()).isEqualTo("key-mismatch");
          assertThat(told.fields()).containsEntry("exit_code", 65);
        });
  }

  @Test
  void AC8_what_cannot_be_looked_at() throws Exception {
    Path bare = scene().bare(scene().repository);
    Path away = bare.resolveSibling("away");
    Files.move(bare, away);
    try {
      refused(work().on(), "remote-head-unknown");
    } finally {
      Files.move(away, bare);
    }
    scene().forge.faults().always("PrleaseClosing", Fault.unauthorized());
    try {
      refused(work().on(), "pull-requests-unknown");
    } finally {
      scene().forge.faults().clear();
    }
  }

  @Test
  void AC4_a_worktree_in_which_no_branch_is_checked_out() throws Exception {
    work().in("switch", "-q", "--detach");
    try {
      refused(work().on("branch", work().branch), "worktree-on-other-branch");
    } finally {
      work().in("switch", "-q", work().branch);
    }
  }
}
