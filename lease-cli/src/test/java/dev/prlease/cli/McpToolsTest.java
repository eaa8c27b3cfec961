package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.McpAgent.Told;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease mcp} as a process, driven by the official client. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpToolsTest {
  /** Flags that tools may have: what each means is for the caller to decide. */
  private static final Set<String> FLAGS =
      Set.of("delete_branch", "dry_run", "required_checks_only");

  private static final Pattern DECLARING =
      Pattern.compile(
          "own|mine|eligib|allow|force|confirm|expired|dead|alive|clean|user|claimant|profile"
              + "|trust|skip|assume");

  @TempDir Path top = Path.of("");
  private Processing processing;
  private final Map<String, String> environment = new HashMap<>();
  private McpAgent agent;

  @BeforeEach
  void start() throws IOException {
    processing = new Processing(top);
    environment.put("PRLEASE_HOME", processing.home.toString());
    environment.put("PATH", System.getenv("PATH"));
    Files.createDirectories(processing.directory.resolve(".git"));
    Files.writeString(processing.directory.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    agent = agent();
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  private McpAgent agent(String... options) {
    return new McpAgent(processing.directory, environment, options);
  }

  private Map<String, Object> properties(Map<String, Object> schema) {
    Map<String, Object> properties = new HashMap<>();
    if (schema.get("properties") instanceof Map<?, ?> map) {
      map.forEach((name, value) -> properties.put(String.valueOf(name), value));
    }
    return properties;
  }

  @Test
  void tools_say_all_that_a_client_may_want_to_know_and_none_breaks_leases() {
    List<Tool> tools = agent.client.listTools().tools();
    assertThat(tools).extracting(Tool::name).doesNotHaveDuplicates();
    assertThat(tools)
        .extracting(Tool::name)
        .contains(
            "lease_acquire",
            "lease_renew",
            "lease_assert",
            "lease_release",
            "lease_status",
            "lease_list",
            "lease_audit",
            "pr_merge",
            "pr_watch_and_merge",
            "pr_push",
            "claim_take",
            "claim_heartbeat",
            "claim_renew",
            "claim_verify",
            "claim_adopt",
            "claim_release",
            "claim_reclaim",
            "claim_show")
        .noneMatch(name -> name.contains("break") || name.contains("force"));
    for (Tool tool : tools) {
      ToolAnnotations hints = tool.annotations();
      assertThat(hints.title()).as(tool.name()).isEqualTo(tool.title()).isNotBlank();
      assertThat(
              new Object[] {
                hints.readOnlyHint(),
                hints.destructiveHint(),
                hints.idempotentHint(),
                hints.openWorldHint()
              })
          .as(tool.name())
          .doesNotContainNull();
      assertThat(tool.description()).as(tool.name()).hasSizeGreaterThan(120);
      assertThat(tool.inputSchema()).containsEntry("additionalProperties", false);
      assertThat(properties(tool.inputSchema()).values())
          .as(tool.name())
          .allSatisfy(
              value ->
                  assertThat(String.valueOf(value)).contains("type=").contains("description="));
      assertThat(properties(tool.outputSchema())).containsKeys("result", "error", "next");
    }
    assertThat(agent.client.getServerInstructions())
        .contains("lease_acquire")
        .contains("stand down");
  }

  @Test
  void the_manual_names_each_tool_and_no_other() throws IOException {
    List<String> named =
        Files.readAllLines(Path.of("../docs/mcp.md")).stream()
            .filter(line -> line.matches("\\| `(lease|pr|claim)_[a-z_]+` \\| .*"))
            .map(line -> line.substring(3, line.indexOf('`', 3)))
            .toList();
    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            agent.client.listTools().tools().stream().map(Tool::name).toList());
  }

  @Test
  void AC14_no_tool_has_an_argument_by_which_a_caller_declares_that_it_owns_or_may() {
    Set<String> flags = new TreeSet<>();
    Map<String, List<String>> choices = new HashMap<>();
    for (Tool tool : agent.client.listTools().tools()) {
      walk(tool.name(), "", tool.inputSchema(), flags, choices);
      assertThat(properties(tool.inputSchema()).keySet())
          .as(tool.name())
          .noneMatch(name -> DECLARING.matcher(name).find());
    }
    assertThat(flags).containsExactlyInAnyOrderElementsOf(FLAGS);
    assertThat(choices)
        .as("nothing between words that amount to a yes")
        .containsOnly(
            Map.entry("pr_merge.method", List.of("squash", "merge", "rebase")),
            Map.entry("pr_watch_and_merge.method", List.of("squash", "merge", "rebase")));
  }

  /** Notes each yes or no, and each choice, however deep it lies; nothing may be left open. */
  private static void walk(
      String tool,
      String path,
      @Nullable Object schema,
      Set<String> flags,
      Map<String, List<String>> found) {
    if (!(schema instanceof Map<?, ?> part)) {
      return;
    }
    String type = String.valueOf(part.get("type"));
    assertThat(type).as("%s of %s", path, tool).isNotEqualTo("null");
    if (type.contains("boolean")) {
      flags.add(path);
    }
    if (part.get("enum") instanceof List<?> words) {
      found.put(tool + "." + path, words.stream().map(String::valueOf).toList());
    }
    if (type.equals("object")) {
      assertThat(part.get("additionalProperties")).as("%s of %s", path, tool).isEqualTo(false);
    }
    if (part.get("properties") instanceof Map<?, ?> named) {
      named.forEach((name, each) -> walk(tool, String.valueOf(name), each, flags, found));
    }
    walk(tool, path, part.get("items"), flags, found);
  }

  @Test
  void a_lease_is_taken_looked_at_extended_and_given_back() {
    Told taken = agent.on42("lease_acquire");
    assertThat(taken.fields())
        .containsEntry("outcome", "acquired")
        .containsEntry("origin", "fresh");
    Told status = agent.on42("lease_status");
    assertThat(status.fields())
        .containsEntry("state", "held")
        .containsEntry("owner_session_id", taken.get("owner_session_id"));
    assertThat(agent.on42("lease_assert").fields()).containsEntry("owned", true);
    assertThat(agent.on42("lease_renew", "ttl", "1h").fields()).containsEntry("ttl_secs", 3600);
    assertThat(agent.on42("lease_assert", "at_least", "30m").refused()).isFalse();
    assertThat(agent.on42("lease_acquire").get("origin")).isEqualTo("again");
    assertThat(agent.call("lease_list").get("leases")).contains("acme/app#42");
    assertThat(agent.call("lease_list", "repository", "acme/other").get("leases")).isEqualTo("[]");
    assertThat(agent.on42("lease_release").fields()).containsEntry("released", true);
    assertThat(agent.on42("lease_release").fields()).containsEntry("released", false);
    assertThat(agent.on42("lease_status").get("state")).isEqualTo("free");
    Told story = agent.on42("lease_audit", "limit", 2);
    assertThat(story.get("events")).contains("origin=again").contains("event=released");
    assertThat(story.fields()).containsEntry("left_out", 2);
    assertThat(agent.complaints).isEmpty();
  }

  @Test
  void what_is_refused_says_who_holds_it_and_what_to_do() throws Exception {
    processing.here("acquire", "--key", "acme/app#42", "--session", "somebody");
    Told held = agent.on42("lease_acquire");
    assertThat(held.error()).isEqualTo("already-held");
    assertThat(held.fields())
        .containsEntry("owner_session_id", "somebody")
        .containsKeys("granted_at", "expires_at", "fence", "store")
        .containsEntry("exit_code", 75);
    assertThat(held.get("next")).startsWith("Stand down").doesNotContain("prlease ");
    assertThat(held.get("next_command")).startsWith("prlease status --key acme/app#42");
    Told late = agent.on42("lease_acquire", "wait", "1s");
    assertThat(late.error()).isEqualTo("wait-timeout");
    Told not = agent.on42("lease_assert");
    assertThat(not.error()).isEqualTo("not-owner");
    assertThat(not.fields()).containsEntry("owned", false);
    assertThat(agent.on42("lease_renew").error()).isEqualTo("not-owner");
    assertThat(agent.on42("lease_release").fields()).containsEntry("released", false);
    assertThat(agent.on42("lease_status").get("owner_session_id")).isEqualTo("somebody");
  }

  @Test
  void the_id_of_another_session_is_no_way_to_act_as_it() throws Exception {
    processing.here("acquire", "--key", "acme/app#42", "--session", "somebody");
    for (String tool :
        List.of("lease_acquire", "lease_renew", "lease_assert", "lease_release", "pr_merge")) {
      Told told = agent.on42(tool, "session", "somebody");
      assertThat(told.error()).as(tool).isEqualTo("not-owner");
      assertThat(told.get("next")).contains("Leave out `session`");
    }
    assertThat(agent.on42("lease_status").get("owner_session_id")).isEqualTo("somebody");
  }

  @Test
  void tasks_that_name_themselves_exclude_each_other() {
    assertThat(agent.on42("lease_acquire", "session", "task one").refused()).isFalse();
    assertThat(agent.on42("lease_acquire", "session", "task two").error())
        .isEqualTo("already-held");
    assertThat(agent.on42("lease_acquire").error()).isEqualTo("already-held");
    assertThat(agent.on42("lease_assert", "session", "task one").refused()).isFalse();
    assertThat(agent.on42("lease_release", "session", "task one").fields())
        .containsEntry("released", true);
    assertThat(agent.on42("lease_acquire", "session", "task two").refused()).isFalse();
  }

  @Test
  void the_server_acts_as_its_worktree_or_as_it_was_told() throws Exception {
    String worktree = agent.on42("lease_acquire").get("owner_session_id");
    assertThat(processing.here("status", "--key", "acme/app#42").out()).contains(worktree);
    try (McpAgent sibling = agent()) {
      assertThat(sibling.on42("lease_assert").refused()).isFalse();
    }
    try (McpAgent other = agent("--session", "told so")) {
      assertThat(other.on42("lease_acquire").error()).isEqualTo("already-held");
      assertThat(other.call("lease_acquire", "repository", "acme/app", "pull_request", 43).fields())
          .containsEntry("owner_session_id", "told so");
    }
    environment.put("PRLEASE_SESSION", "of the environment");
    try (McpAgent other = agent()) {
      assertThat(other.call("lease_acquire", "repository", "acme/app", "pull_request", 44).fields())
          .containsEntry("owner_session_id", "of the environment");
    }
  }

  @Test
  void L67_what_was_taken_through_a_server_is_free_when_its_client_is_gone() throws Exception {
    processing.here("acquire", "--key", "acme/app#7", "--session", "me");
    try (McpAgent gone = agent("--session", "me")) {
      assertThat(gone.on42("lease_acquire").refused()).isFalse();
      assertThat(gone.call("lease_acquire", "repository", "acme/app", "pull_request", 7).fields())
          .containsEntry("origin", "again");
      assertThat(agent.on42("lease_status").get("owner_session_id")).isEqualTo("me");
    }
    assertThat(agent.on42("lease_status").get("state")).isEqualTo("free");
    assertThat(agent.call("lease_status", "repository", "acme/app", "pull_request", 7).fields())
        .as("it was held before")
        .containsEntry("state", "held");
  }

  @Test
  void L34_who_was_broken_learns_it_with_the_next_call() throws Exception {
    agent.on42("lease_acquire");
    processing.here("break", "--key", "acme/app#42", "--reason", "test");
    assertThat(agent.on42("lease_assert").error()).isEqualTo("not-owner");
    assertThat(agent.on42("lease_renew").error()).isEqualTo("not-owner");
    assertThat(agent.on42("lease_acquire").get("origin")).isEqualTo("fresh");
  }
}
