package dev.prlease.api.claim;

import java.util.Locale;

/** Whether a process lives: that very process, not a later one with its pid. */
public enum ProcessState {
  /** It does; that says nothing about a task. */
  ALIVE,
  /** There is no such process, or another has its pid. */
  DEAD;

  /** The name in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
