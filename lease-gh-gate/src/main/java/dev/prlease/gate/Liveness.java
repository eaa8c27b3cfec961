package dev.prlease.gate;

/** Whether a process still runs, as far as this process can tell (lessons L48, L49). */
public enum Liveness {
  /** It is there: the same id with the same start. */
  ALIVE,
  /** It is gone for certain: no such process here, or another one with its id. */
  DEAD,
  /** It cannot be seen from here, or this process may not look. Never to be taken for dead. */
  UNKNOWN
}
