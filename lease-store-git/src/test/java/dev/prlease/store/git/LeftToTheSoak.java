package dev.prlease.store.git;

import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves out of {@code bin/test} what takes minutes with git and shows nothing of it: tests that
 * let hours of virtual time pass, with a look at the slot every ten seconds of it. {@code bin/soak
 * git-leases} runs all.
 */
final class LeftToTheSoak implements ExecutionCondition {
  private static final List<String> HOURS =
      List.of(
          "L44_after_a_wait_",
          "P13_a_wait_",
          "P14_P11_the_keeper_of_",
          "P14_a_handle_frees_what_it_renewed_",
          "L51_nothing_of_a_key_stays_",
          "P11_several_leases_",
          "P11_L10_a_kept_lease_",
          "P11_L33_a_listener_",
          "P11_P14_a_kept_lease_",
          "P11_P7_renewals_",
          "P11_L29_",
          "P11_a_closed_keeper_",
          "P11_L31_",
          "P11_L52_",
          "P11_L27_");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return context
        .getTestMethod()
        .filter(method -> HOURS.stream().anyMatch(method.getName()::startsWith))
        .map(method -> ConditionEvaluationResult.disabled("bin/soak git-leases runs it"))
        .orElseGet(() -> ConditionEvaluationResult.enabled("short"));
  }
}
