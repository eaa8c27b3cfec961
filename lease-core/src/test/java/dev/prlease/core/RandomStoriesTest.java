package dev.prlease.core;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

final class RandomStoriesTest {
  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void P10_one_session_at_most_may_act_and_nothing_is_left_behind(@ForAll long seed) {
    new RandomStory(seed).run();
  }
}
