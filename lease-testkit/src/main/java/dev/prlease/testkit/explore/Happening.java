package dev.prlease.testkit.explore;

import java.time.Duration;

/** What the world does to the players of a {@link Scenario}; each happens between two steps. */
public sealed interface Happening {
  /** Time passes, for everybody. */
  record Pass(Duration by) implements Happening {}

  /** The player's process dies where it stands; players count from 0. */
  record Crash(int player) implements Happening {}

  /** The player's next exchange is made and its answer lost. */
  record LoseAnswer(int player) implements Happening {}

  /** The player's next exchange never reaches the store, and the player cannot know. */
  record LoseRequest(int player) implements Happening {}

  /** The player's next exchange goes unanswered, and lands later: any time within the bound. */
  record LandLate(int player) implements Happening {}

  /** An older program loses a compare and rewrites the slot, dropping what it does not know. */
  record OlderRewrite() implements Happening {}

  /** An older program acquires if the slot is free or expired by its own rule. */
  record OlderAcquire() implements Happening {}

  /** An older program releases what it holds. */
  record OlderRelease() implements Happening {}
}
