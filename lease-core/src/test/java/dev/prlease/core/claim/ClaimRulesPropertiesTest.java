package dev.prlease.core.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.ClaimReason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** AC1 to AC8, AC11, AC12, AC17: the rules against a table that was written independently. */
final class ClaimRulesPropertiesTest {
  @Provide
  Arbitrary<ClaimCase> cases() {
    return Arbitraries.randomValue(ClaimCase::draw);
  }

  @Property(tries = 10_000, shrinking = ShrinkingMode.OFF)
  void AC17_any_combination_of_evidence_is_judged_as_the_table_says(
      @ForAll("cases") ClaimCase drawn) {
    ClaimTable table = new ClaimTable(drawn);
    ClaimDisposition judged =
        ClaimRules.judge(drawn.record(), drawn.request(), drawn.evidence(), drawn.time());
    assertThat(verdict(judged)).isEqualTo(table.verdict());
    if (judged instanceof ClaimDisposition.Refused refused) {
      assertThat(codes(refused.againstRenewal()))
          .containsExactlyInAnyOrderElementsOf(table.againstRenewal());
      assertThat(codes(refused.againstTakeover()))
          .containsExactlyInAnyOrderElementsOf(table.againstTakeover());
    }
    if (judged instanceof ClaimDisposition.ForeignReclaim reclaim) {
      assertThat(codes(reclaim.againstRenewal()))
          .containsExactlyInAnyOrderElementsOf(table.againstRenewal());
    }
  }

  @Property(tries = 10_000, shrinking = ShrinkingMode.OFF)
  void evidence_that_is_not_asked_for_makes_no_difference(@ForAll("cases") ClaimCase drawn) {
    if (ClaimRules.needsEvidence(drawn.record(), drawn.request(), drawn.time())) {
      return;
    }
    ClaimCase other = ClaimCase.draw(new Random(drawn.number()));
    assertThat(ClaimRules.judge(drawn.record(), drawn.request(), other.evidence(), drawn.time()))
        .isEqualTo(
            ClaimRules.judge(drawn.record(), drawn.request(), drawn.evidence(), drawn.time()));
  }

  @Test
  void every_verdict_is_drawn_often() {
    Map<ClaimTable.Verdict, Integer> counts = new EnumMap<>(ClaimTable.Verdict.class);
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      counts.merge(new ClaimTable(ClaimCase.draw(random)).verdict(), 1, Integer::sum);
    }
    assertThat(counts).containsOnlyKeys(ClaimTable.Verdict.values());
    assertThat(counts.values()).allMatch(count -> count > 100);
  }

  private static List<ClaimReason.Code> codes(List<ClaimReason> reasons) {
    return reasons.stream().map(ClaimReason::code).distinct().toList();
  }

  private static ClaimTable.Verdict verdict(ClaimDisposition judged) {
    if (judged instanceof ClaimDisposition.Fresh) {
      return ClaimTable.Verdict.FRESH;
    }
    if (judged instanceof ClaimDisposition.Ours) {
      return ClaimTable.Verdict.OURS;
    }
    if (judged instanceof ClaimDisposition.ExactOwnerRenewal) {
      return ClaimTable.Verdict.RENEWAL;
    }
    return judged instanceof ClaimDisposition.ForeignReclaim
        ? ClaimTable.Verdict.TAKEOVER
        : ClaimTable.Verdict.REFUSED;
  }

  @Test
  void a_claim_that_waits_is_ahead_of_exactly_one_of_two() {
    Random random = new Random(11);
    int compared = 0;
    while (compared < 200) {
      Optional<LeaseRecord> one = ClaimCase.draw(random).record();
      Optional<LeaseRecord> two = ClaimCase.draw(random).record();
      boolean bothWait =
          one.flatMap(record -> record.claim()).flatMap(claim -> claim.pending()).isPresent()
              && two.flatMap(record -> record.claim()).flatMap(claim -> claim.pending()).isPresent()
              && !one.get().key().equals(two.get().key());
      if (bothWait) {
        compared++;
        assertThat(ConfirmationRules.isAheadOf(one.get(), two.get()))
            .isNotEqualTo(ConfirmationRules.isAheadOf(two.get(), one.get()));
      }
    }
  }
}
