package dev.prlease.gate.watch;

import static dev.prlease.gate.fixture.FaultyForge.sha;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.fixture.FaultyForge;
import dev.prlease.gate.watch.Tries.By;
import dev.prlease.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What may have come of tries, and may come yet. */
final class TriesTest {
  private final ManualClock clock = new ManualClock();
  private final List<Optional<String>> told = new ArrayList<>();
  private final Tries tries = new Tries(clock::ticks, told::add);
  private final FaultyForge forge = new FaultyForge();

  private void tried(char head, By by) {
    tries.asking(sha(head), by);
    tries.ended();
  }

  private void sawArmed() {
    forge.autoMerge = Optional.of(new PullRequest.AutoMerge(MergeMethod.SQUASH, "us"));
    tries.saw(forge.now());
  }

  private void sawFree() {
    forge.autoMerge = Optional.empty();
    tries.saw(forge.now());
  }

  @Test
  void one_that_was_declined_is_forgotten_and_the_one_before_is_not() {
    tried('a', By.FORGE);
    tries.asking(sha('a'), By.FORGE);
    tries.declined();
    assertThat(tries.mayOneLand()).isTrue();
    assertThat(tries.leftToTheForge()).contains(sha('a'));
  }

  @Test
  void nothing_in_hand_at_a_look_ends_no_open_one_and_time_does() {
    tried('a', By.FORGE);
    tries.dropping();
    sawFree();
    assertThat(tries.isAnyOpen()).isTrue();
    clock.advance(Tries.LANDS_WITHIN.minusSeconds(1));
    assertThat(tries.isAnyOpen()).isTrue();
    clock.advance(Duration.ofSeconds(1));
    assertThat(tries.isAnyOpen()).isFalse();
    assertThat(tries.isFor(sha('a'))).as("whose merge it is, if it is one").isTrue();
  }

  @Test
  void one_that_was_seen_in_hand_ends_when_the_forge_shows_it_free_after_it_was_told_so() {
    tried('a', By.FORGE);
    sawArmed();
    assertThat(tries.mayOneLand()).isFalse();
    sawFree();
    assertThat(tries.isInHand()).as("between the queue and the merge").isTrue();
    tries.dropping();
    sawArmed();
    assertThat(tries.isInHand()).isTrue();
    sawFree();
    assertThat(tries.isAnyOpen()).isFalse();
    assertThat(tries.isFor(sha('a'))).isFalse();
  }

  @Test
  void of_two_one_has_landed_and_the_other_may_still() {
    tried('a', By.FORGE);
    tried('a', By.FORGE);
    sawArmed();
    sawArmed();
    assertThat(tries.mayOneLand()).isTrue();
    tries.dropping();
    sawFree();
    assertThat(tries.isInHand()).isFalse();
    assertThat(tries.isAnyOpen()).isTrue();
    sawArmed();
    assertThat(tries.isInHand()).isTrue();
    assertThat(tries.mayOneLand()).isFalse();
  }

  @Test
  void what_is_in_hand_without_a_try_or_after_a_request_that_arms_nothing_is_somebody_elses() {
    sawArmed();
    assertThat(tries.isInHand()).isFalse();
    tried('a', By.REQUEST);
    sawArmed();
    assertThat(tries.isInHand()).isFalse();
    forge.queue = Optional.of(new PullRequest.QueueEntry("queued", 1));
    sawArmed();
    assertThat(tries.isInHand()).as("a merge may queue").isTrue();
  }

  @Test
  void it_is_unwanted_while_it_is_in_hand_for_another_head_than_the_one_that_is_there() {
    tried('a', By.FORGE);
    sawArmed();
    assertThat(tries.isUnwanted()).isFalse();
    forge.head = sha('b');
    sawArmed();
    assertThat(tries.isUnwanted()).isTrue();
    sawFree();
    assertThat(tries.isUnwanted()).isFalse();
  }

  @Test
  void what_is_left_to_the_forge_is_told_whenever_it_changes_and_before_it_is_asked() {
    tries.asking(sha('a'), By.FORGE);
    assertThat(told).containsExactly(Optional.of(sha('a')));
    tries.ended();
    sawArmed();
    forge.mergedBy("us");
    tries.saw(forge.now());
    assertThat(told).containsExactly(Optional.of(sha('a')), Optional.empty());
  }
}
