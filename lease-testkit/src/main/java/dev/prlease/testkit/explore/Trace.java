package dev.prlease.testkit.explore;

import dev.prlease.api.LeaseSlot;
import java.util.ArrayList;
import java.util.List;

/**
 * Who did what in which order, for people: a line for all that one does between what others do, and
 * a dozen lines of it unless the whole story is wanted.
 */
final class Trace {
  /** How much of it is told. */
  enum Story {
    /** How it began and how it ended. */
    SHORT,
    /** All of it. */
    WHOLE
  }

  private static final int FIRST = 4;
  private static final int LAST = 7;
  private static final String ANSWER = "= ";

  private final List<Line> lines = new ArrayList<>();

  /** What one does, until somebody else does something or it has its answer. */
  private static final class Line {
    final String who;
    final String act;
    final StringBuilder text;
    boolean answered;

    Line(String who, String act) {
      this.who = who;
      this.act = act;
      this.text = new StringBuilder(who).append(": ").append(act.isEmpty() ? "" : act + ": ");
    }

    boolean goesOnWith(String whoElse, String itsAct) {
      return !answered && !act.isEmpty() && who.equals(whoElse) && act.equals(itsAct);
    }
  }

  /** Something that is no part of an act. */
  void add(String who, String what) {
    add(who, "", what);
  }

  /** A step of {@code act}. */
  void add(String who, String act, String what) {
    Line last = lines.isEmpty() ? new Line("", "") : lines.get(lines.size() - 1);
    if (last.goesOnWith(who, act)) {
      last.text.append(what.startsWith(ANSWER) ? " " : ", ").append(what);
    } else {
      last = new Line(who, act);
      last.text.append(what);
      lines.add(last);
    }
    last.answered = what.startsWith(ANSWER);
  }

  String text(Story story) {
    int left = lines.size() - FIRST - LAST;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      if (story == Story.SHORT && left > 1 && i >= FIRST && i < FIRST + left) {
        if (i == FIRST) {
          text.append("\n  … ").append(left).append(" steps, told when it is played again …");
        }
      } else {
        text.append("\n  ").append(i + 1).append(". ").append(lines.get(i).text);
      }
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
