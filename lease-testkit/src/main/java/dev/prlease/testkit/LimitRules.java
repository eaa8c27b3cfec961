package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P1 and the limits of values: what may become a lease, by whatever door it comes. */
@DisplayNameGeneration(RuleNames.class)
abstract class LimitRules extends ManagerSuite {
  private static final LeaseKey ISSUE = LeaseKey.issue(KEY.repo(), KEY.number());

  private static List<ThrowingCallable> doors(LeaseManager manager, LeaseKey key, SessionId owner) {
    return List.of(
        () -> manager.acquire(key, owner, TTL),
        () -> manager.tryAcquire(key, owner, TTL),
        () -> manager.acquire(key, owner, TTL, WaitOptions.upTo(Duration.ofSeconds(1))),
        () -> manager.adopt(key, ALICE, owner, TTL));
  }

  @Test
  void P1_a_session_that_was_made_past_its_own_limits_becomes_no_owner() {
    List<String> wrong =
        List.of("", "  ", "tab\there", "\u202eright to left", "x".repeat(SessionId.MAX_LENGTH + 1));
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    LeaseSlot before = slot();
    for (String value : wrong) {
      for (ThrowingCallable door : doors(manager(), KEY, SessionId.verbatim(value))) {
        assertThatThrownBy(door).isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThat(slot()).as("nothing was written").isEqualTo(before);
    lease.assertOwned();
  }

  @Test
  void P1_a_lease_on_an_issue_is_a_claim_which_has_rules_of_its_own() {
    for (ThrowingCallable door : doors(manager(), ISSUE, BOB)) {
      assertThatThrownBy(door)
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining(ISSUE.toString());
    }
    assertThat(store().load(ISSUE)).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(manager().find(ISSUE).state()).isEqualTo(LeaseStatus.State.FREE);
  }

  @Test
  void P1_a_holder_too_long_for_a_record_is_refused_and_everything_wrong_with_it_is_told() {
    String tooLong = "x".repeat(Holder.MAX_LENGTH + 1);
    Holder holder = new Holder(tooLong, Optional.empty(), "test", tooLong);
    assertThatThrownBy(() -> LeaseManager.on(store()).holder(holder).build())
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("host")
        .hasMessageContaining("label");
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    LeaseSlot before = slot();
    assertThatThrownBy(() -> lease.handOver(holder))
        .isInstanceOf(LeaseConfigurationException.class);
    assertThat(slot()).as("nothing was written").isEqualTo(before);
    lease.assertOwned();
  }
}
