package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.cli.Workflow.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of a workflow is sound, and its shell steps do what the manual says. */
@Timeout(120)
class GitHubActionsTest {
  private static final Path EXAMPLE = Path.of("../examples/github-actions/finish-pull-request.yml");
  private static final String KEY = "acme/app#42";

  /** What stands for the expressions of the workflow. */
  private static final Map<String, String> VALUES =
      Map.of(
          "inputs.pr", "42",
          "github.token", "none",
          "github.repository_id", "1",
          "github.run_id", "2",
          "github.run_attempt", "3");

  private static final String SESSION = "actions-1-2-3";

  @TempDir static Path temporary = Path.of("");
  private static CallServer server = unstarted();
  private static DocShell shell = unmade();

  private Workflow workflow = new Workflow(Map.of());
  private DocShell.Place place;
  private Path home = Path.of("");

  @SuppressWarnings("NullAway") // set before each
  GitHubActionsTest() {}

  @SuppressWarnings("NullAway") // set before all
  private static CallServer unstarted() {
    return null;
  }

  @SuppressWarnings("NullAway") // set before all
  private static DocShell unmade() {
    return null;
  }

  @BeforeAll
  static void start() throws Exception {
    server = new CallServer(temporary.toRealPath());
    shell = new DocShell(temporary.toRealPath(), server, Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void makeRunner() throws Exception {
    workflow = Workflow.read(EXAMPLE);
    place = shell.place();
    home = place.home.resolve("prlease");
  }

  private List<Step> steps() {
    return Workflow.steps(workflow.jobs().getOrDefault("finish", Map.of()));
  }

  private Step step(String name) {
    return steps().stream()
        .filter(step -> step.text("name").equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no step " + name));
  }

  /** As a runner starts a step. */
  private Running start(String name) throws Exception {
    Step step = step(name);
    Path script = Files.writeString(place.home.resolve("step.sh"), step.text("run"));
    Map<String, String> environment = new HashMap<>(step.environment(VALUES));
    environment.put("PRLEASE_HOME", home.toString());
    environment.put("GITHUB_ACTIONS", "true");
    environment.put("GITHUB_REPOSITORY", "acme/app");
    environment.put("GITHUB_OUTPUT", place.home.resolve("output").toString());
    List<String> words = new ArrayList<>(List.of("env"));
    environment.forEach((variable, value) -> words.add(variable + "=" + value));
    words.addAll(List.of("bash", "-e", script.toString()));
    return place.start(Map.of(), words);
  }

  private Answer run(String name) throws Exception {
    try (Running running = start(name)) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  private String outputs() throws Exception {
    return Files.readString(place.home.resolve("output"));
  }

  private Answer prlease(String words) throws Exception {
    return place.end("export PRLEASE_HOME='" + home + "'; prlease " + words);
  }

  private String owner() throws Exception {
    return prlease("status --key " + KEY + " --json").json("owner_session_id");
  }

  @Test
  void a_job_takes_the_lease_acts_under_it_and_gives_it_back() throws Exception {
    Answer taken = run("Take the lease");
    assertThat(taken.code()).as(taken.err()).isZero();
    assertThat(outputs()).isEqualTo("held=true\n");
    assertThat(owner()).isEqualTo(SESSION);
    Answer finished = run("Finish it");
    assertThat(finished).isEqualTo(new Answer(0, "finished\n", ""));
    assertThat(owner()).as("left held for the steps behind").isEqualTo(SESSION);
    assertThat(run("Give the lease back").out()).isEqualTo("released acme/app#42\n");
    assertThat(prlease("status --key " + KEY).out()).startsWith("acme/app#42: free");
  }

  @Test
  void a_job_that_comes_second_ends_well_and_does_nothing() throws Exception {
    assertThat(prlease("acquire --key " + KEY + " --session other").code()).isZero();
    Answer refused = run("Take the lease");
    assertThat(refused.code()).isZero();
    assertThat(refused.out()).startsWith("::notice title=Stood down::");
    assertThat(refused.err()).contains("already being driven by session other");
    assertThat(outputs()).isEqualTo("held=false\n");
    for (String name : List.of("Finish it", "Give the lease back")) {
      assertThat(step(name).text("if")).endsWith("steps.take.outputs.held == 'true'");
    }
  }

  @Test
  void a_job_that_learns_nothing_fails() throws Exception {
    Files.createDirectories(home.getParent());
    Files.writeString(home, "no directory");
    assertThat(run("Take the lease").code()).isEqualTo(74);
    assertThat(place.home.resolve("output")).doesNotExist();
  }

  @Test
  void a_job_that_is_cancelled_ends_its_work_and_gives_the_lease_back() throws Exception {
    place.must(
        "a long finish.sh",
        "printf '#!/bin/bash\\ntrap \"echo tidied; exit 9\" TERM INT\\necho ready\\n"
            + "tail -f /dev/null & wait\\n' >finish.sh");
    assertThat(run("Take the lease").code()).isZero();
    try (Running working = start("Finish it")) {
      assertThat(working.line()).isEqualTo("ready");
      working.signal("INT");
      Answer cancelled = working.end();
      assertThat(cancelled.code()).isEqualTo(130);
      assertThat(cancelled.out()).isEqualTo("tidied\n");
      assertThat(cancelled.err()).contains("stays held, as it was before");
    }
    assertThat(owner()).isEqualTo(SESSION);
    assertThat(step("Give the lease back").text("if")).startsWith("always() && ");
    assertThat(run("Give the lease back").code()).isZero();
    assertThat(prlease("status --key " + KEY).out()).startsWith("acme/app#42: free");
  }

  @Test
  void the_workflow_is_sound() throws Exception {
    assertThat(workflow.document().keySet().stream().map(Object::toString))
        .containsExactly("name", "true", "permissions", "concurrency", "jobs");
    assertThat(workflow.jobs()).isNotEmpty();
    workflow
        .jobs()
        .forEach(
            (name, job) -> {
              assertThat(job.get("runs-on")).as(name).asString().contains("self-hosted");
              assertThat(job.get("timeout-minutes"))
                  .asInstanceOf(InstanceOfAssertFactories.INTEGER)
                  .isBetween(1, 360);
            });
    Set<String> ids = new HashSet<>();
    for (Step step : steps()) {
      assertThat(step.text("name")).isNotEmpty();
      assertThat(step.has("run")).as(step.text("name")).isNotEqualTo(step.has("uses"));
      assertThat(step.text("uses")).matches("|[\\w.-]+/[\\w.-]+@v\\d+|.*@[0-9a-f]{40}");
      assertThat(Workflow.expressions(step.text("run")))
          .as("an expression within a script is code")
          .isEmpty();
      Matcher asked = Pattern.compile("steps\\.(\\w+)\\.").matcher(step.text("if"));
      while (asked.find()) {
        assertThat(ids).contains(asked.group(1));
      }
      if (step.has("id")) {
        assertThat(ids.add(step.text("id"))).as(step.text("id")).isTrue();
      }
      checkVariables(step);
      checkSyntax(step.text("run"));
    }
  }

  private static void checkVariables(Step step) {
    Set<String> known = new HashSet<>(step.environment(VALUES).keySet());
    Matcher set = Pattern.compile("(?m)^ *(\\w+)=").matcher(step.text("run"));
    while (set.find()) {
      known.add(set.group(1));
    }
    Matcher used = Pattern.compile("\\$(\\w+)").matcher(step.text("run"));
    while (used.find()) {
      if (!used.group(1).startsWith("GITHUB_")) {
        assertThat(known).as(step.text("name")).contains(used.group(1));
      }
    }
  }

  private void checkSyntax(String script) throws Exception {
    Path file = Files.writeString(place.home.resolve("syntax.sh"), script);
    Answer answer = place.end("bash -n '" + file + "'");
    assertThat(answer).isEqualTo(new Answer(0, "", ""));
  }
}
