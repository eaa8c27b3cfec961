package dev.prlease.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a model is told to do about refused claims. */
class ClaimAdviceTest {
  private static String of(ClaimRefusal.Step step, List<ClaimReason.Code> codes) {
    return ClaimAdvice.of(step.text(), codes.stream().map(ClaimReason.Code::text).toList());
  }

  @ParameterizedTest
  @EnumSource
  void each_reason_has_an_advice_in_words_and_not_just_its_code(ClaimReason.Code code) {
    for (ClaimRefusal.Step step : ClaimRefusal.Step.values()) {
      String advice = of(step, List.of(code));
      assertThat(advice).isNotBlank().doesNotContain("prlease ").doesNotContain("--");
      assertThat(advice).doesNotContain("call again: " + code.text() + ".");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "VERIFY, EXPIRED, claim_renew",
    "HEARTBEAT, EXPIRED, claim_renew",
    "VERIFY, PENDING, claim_take",
    "VERIFY, NO_CLAIM, claim_take",
    "TAKE, OTHER_SESSION, claim_adopt",
    "TAKE, LIVE, Stand down",
    "RENEW, COMPETING_CLAIM, Stand down",
    "RENEW, COMPETING_PULL_REQUEST, Stand down",
    "RENEW, NOT_EXPIRED, claim_heartbeat",
    "RENEW, WORKTREE_NOT_CLEAN, commit and push",
    "RENEW, HEADS_DIFFER, push the branch",
    "TAKE, RECORDED_PROCESS_NOT_DEAD, exact owner",
    "TAKE, UNREADABLE, only a person",
    "TAKE, PROCESS_DEAD, `holder_pid`",
    "TAKE, USER_UNKNOWN, gh must be logged in",
  })
  void it_names_what_helps(ClaimRefusal.Step step, ClaimReason.Code code, String what) {
    assertThat(of(step, List.of(code))).contains(what);
  }

  @Test
  void whoever_differs_is_not_told_to_adopt_what_is_anothers() {
    assertThat(
            of(
                ClaimRefusal.Step.VERIFY,
                List.of(ClaimReason.Code.OTHER_SESSION, ClaimReason.Code.USER_DIFFERS)))
        .startsWith("Stand down")
        .doesNotContain("claim_adopt");
  }

  @Test
  void all_that_is_to_be_mended_is_told_and_each_once() {
    String advice =
        of(
            ClaimRefusal.Step.RENEW,
            List.of(
                ClaimReason.Code.WORKTREE_NOT_CLEAN,
                ClaimReason.Code.HEADS_DIFFER,
                ClaimReason.Code.REMOTE_BRANCH_MISSING));
    assertThat(advice)
        .contains("commit and push all changes")
        .containsOnlyOnce("push the branch")
        .contains("nothing can be declared instead");
  }
}
