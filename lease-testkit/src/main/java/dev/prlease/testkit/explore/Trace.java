package dev.prlease.testkit.explore;

import dev.prlease.api.LeaseSlot;
import java.util.ArrayList;
import java.util.List;

/** Who did what in which order, for people. */
final class Trace {
  private final List<String> lines = new ArrayList<>();

  void add(String who, String what) {
    lines.add(who + ": " + what);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      text.append("\n  ").append(i + 1).append(". ").append(lines.get(i));
    }
    return text.toString();
  }

  static String show(LeaseSlot slot) {
    if (slot instanceof LeaseSlot.Held held) {
      return "["
          + held.record().owner()
          + ", fence "
          + held.record().fence()
          + ", until "
          + held.record().expiresAt()
          + "]";
    }
    return slot instanceof LeaseSlot.Vacant ? "[free, fence " + slot.fence() + "]" : "[unreadable]";
  }
}
