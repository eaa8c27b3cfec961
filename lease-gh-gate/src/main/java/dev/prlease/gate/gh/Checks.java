package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import dev.prlease.api.forge.Check;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The checks of a head, collected over the pages in which they are told.
 *
 * <p>A workflow that ran again for the same event leaves its former runs in the list (cancelled, as
 * a rule): of checks that agree in name, workflow and event those of the run that started last
 * count, and one that has not started is later than all. All of one run count, also where jobs
 * share a name: what is run again within a run is the same check.
 */
final class Checks {
  /**
   * A check of a workflow's run.
   *
   * @param run the run's number; 0 if it is not told
   * @param started from when it is; empty: it has not started
   */
  private record Job(Check check, long run, Optional<Instant> started) {
    boolean isOlderThan(Job other) {
      return started.isPresent()
          && (other.started.isEmpty() || !other.started.get().isBefore(started.get()));
    }

    boolean isOfSameRunAs(Job other) {
      return equals(other) || (run != 0 && run == other.run);
    }
  }

  private final List<Check> alone = new ArrayList<>();
  private final Map<List<String>, List<Job>> jobs = new LinkedHashMap<>();

  /** Adds those of a page. */
  void add(JsonNode nodes) {
    for (JsonNode node : nodes) {
      String type = node.path("__typename").asText("");
      switch (type) {
        case "CheckRun" -> addRun(node);
        case "StatusContext" ->
            alone.add(
                check(
                    node.path("context").asText("a status without a name"),
                    statusVerdict(node.path("state").asText("")),
                    node,
                    node.path("state").asText("")));
        default ->
            alone.add(
                new Check(
                    node.isNull()
                        ? "a check that this login may not see"
                        : "a check of type " + type,
                    Check.Verdict.UNKNOWN,
                    Check.Necessity.REQUIRED,
                    "unknown"));
      }
    }
  }

  private void addRun(JsonNode node) {
    String status = node.path("status").asText("");
    String conclusion = node.path("conclusion").asText("");
    boolean ended = status.equals("COMPLETED");
    Check check =
        check(
            node.path("name").asText("a check without a name"),
            ended ? conclusionVerdict(conclusion) : runVerdict(status),
            node,
            ended ? conclusion : status);
    JsonNode workflow = node.path("checkSuite").path("workflowRun");
    if (!workflow.path("event").isTextual()) {
      alone.add(check);
      return;
    }
    List<String> which =
        List.of(
            check.name(),
            workflow.path("workflow").path("databaseId").asText(""),
            workflow.path("workflow").path("name").asText(""),
            workflow.path("event").asText());
    jobs.computeIfAbsent(which, unused -> new ArrayList<>())
        .add(
            new Job(
                check,
                workflow.path("databaseId").asLong(0),
                Decoding.instant(node.path("startedAt"))));
  }

  /** All of them. */
  List<Check> all() {
    List<Check> all = new ArrayList<>();
    for (List<Job> alike : jobs.values()) {
      Job last = alike.get(0);
      for (Job job : alike) {
        last = last.isOlderThan(job) ? job : last;
      }
      Job newest = last;
      alike.stream().filter(job -> job.isOfSameRunAs(newest)).forEach(job -> all.add(job.check()));
    }
    all.addAll(alone);
    return all;
  }

  /** A server that does not tell what is required: all of it is. */
  private static Check check(String name, Check.Verdict verdict, JsonNode node, String said) {
    boolean optional = node.path("isRequired").isBoolean() && !node.path("isRequired").asBoolean();
    return new Check(
        Words.shown(name),
        verdict,
        optional ? Check.Necessity.OPTIONAL : Check.Necessity.REQUIRED,
        Words.shown(said).toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  private static Check.Verdict runVerdict(String status) {
    return switch (status) {
      case "QUEUED", "IN_PROGRESS", "WAITING", "PENDING", "REQUESTED" -> Check.Verdict.PENDING;
      default -> Check.Verdict.UNKNOWN;
    };
  }

  private static Check.Verdict conclusionVerdict(String conclusion) {
    return switch (conclusion) {
      case "SUCCESS", "NEUTRAL", "SKIPPED" -> Check.Verdict.PASSED;
      case "FAILURE", "CANCELLED", "TIMED_OUT", "ACTION_REQUIRED", "STARTUP_FAILURE", "STALE" ->
          Check.Verdict.FAILED;
      default -> Check.Verdict.UNKNOWN;
    };
  }

  private static Check.Verdict statusVerdict(String state) {
    return switch (state) {
      case "SUCCESS" -> Check.Verdict.PASSED;
      case "PENDING", "EXPECTED" -> Check.Verdict.PENDING;
      case "FAILURE", "ERROR" -> Check.Verdict.FAILED;
      default -> Check.Verdict.UNKNOWN;
    };
  }
}
