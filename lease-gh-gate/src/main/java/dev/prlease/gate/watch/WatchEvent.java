package dev.prlease.gate.watch;

import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.MergeAction;
import dev.prlease.gate.MergeOutcome;
import java.time.Duration;

/** What happens while a pull request is watched. */
public sealed interface WatchEvent {
  /** It was read. {@code nextIn}: when it is read again. */
  record Looked(PullRequest pullRequest, Tally checks, Standing standing, Duration nextIn)
      implements WatchEvent {}

  /** Some time of the wait until the next look has passed. */
  record Waited(Duration nextIn) implements WatchEvent {}

  /** Its head is another than before: what was certified counts no more. */
  record HeadMoved(String from, String to) implements WatchEvent {}

  /** All checks of this head passed, or none is wanted. */
  record Certified(String head) implements WatchEvent {}

  /** This head is merged now, or the forge asked to do so, in this {@code way}. */
  record Trying(String head, MergeAction.Way way) implements WatchEvent {}

  /** What came of it. */
  record Tried(MergeOutcome outcome) implements WatchEvent {}

  /** The forge could not be asked; it is asked again. */
  record Retrying(String why, Duration in) implements WatchEvent {}

  /**
   * The forge is about to be asked to merge it by itself, and may do so from now on, also if this
   * program ends without another word; {@code undo} is the command that takes that back.
   */
  record Entrusted(String undo) implements WatchEvent {}

  /** Nothing of that is left with the forge: it was taken back, refused, or has come about. */
  record Settled() implements WatchEvent {}

  /** Something that people should know, and that stops nothing. */
  record Warned(String what) implements WatchEvent {}
}
