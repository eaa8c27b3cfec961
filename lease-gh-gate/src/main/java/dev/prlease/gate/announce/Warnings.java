package dev.prlease.gate.announce;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is to be told of a comment that is not as it should be, until somebody tells it. */
final class Warnings {
  private static final String COMMENT = "the comment about the lease";

  private final List<String> waiting = new ArrayList<>();
  private boolean warned;

  /** Of what keeps it from being written: once, whatever else fails. */
  synchronized void once(String what) {
    if (!warned) {
      warned = true;
      waiting.add(COMMENT + ": " + what);
    }
  }

  /** That it says something that is not true any more. */
  synchronized void ofEnd(Instant until, String why) {
    waiting.add(COMMENT + " still says that it is held until " + until + ": " + why);
  }

  /** Those that were not taken before. */
  synchronized List<String> take() {
    List<String> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }
}
