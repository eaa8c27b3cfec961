package dev.prlease.gate.guard;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.gate.guard.Verdict.Certainty;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The words of a denial: who holds what until when, and what to do now. */
public final class Denial {
  private static final int LONGEST = 300;

  private Denial() {}

  /**
   * The lines, the reason first and the next steps behind it.
   *
   * @param storeOption what must be added to the commands so that they find the same store; may be
   *     empty
   */
  public static List<String> lines(Verdict.Deny deny, Instant now, String storeOption) {
    String key = quote(deny.held().key().toString());
    String doubt =
        deny.certainty() == Certainty.KNOWN
            ? ""
            : " It cannot be told whether that pull request is meant, so this is not let through.";
    String plainly =
        deny.certainty() == Certainty.KNOWN
            ? ""
            : " If it is not: write branch, remote or number out, as in git push origin BRANCH.";
    List<String> lines = new ArrayList<>();
    lines.add(clip(deny.held().key() + whose(deny.held(), now) + ": " + deny.why() + "." + doubt));
    lines.add("Stand down: do not do the same in another way." + plainly);
    lines.add("See who it is: prlease status --key " + key + storeOption);
    if (deny.held().record().isPresent()) {
      String owner = quote(deny.held().record().get().owner().value());
      lines.add("Wait for it: prlease acquire --key " + key + " --wait 15m" + storeOption);
      lines.add(
          "If that session was yours: prlease adopt --key "
              + key
              + " --from "
              + owner
              + storeOption);
    } else {
      lines.add("See what is wrong with it: prlease doctor" + storeOption);
    }
    return List.copyOf(lines);
  }

  private static String whose(Held held, Instant now) {
    if (held.record().isEmpty()) {
      return "'s lease cannot be read, and another session may hold it";
    }
    LeaseRecord record = held.record().get();
    return " is held by another session, "
        + record.owner().value()
        + holder(record)
        + ", until "
        + record.expiresAt()
        + left(record, now);
  }

  private static String holder(LeaseRecord held) {
    if (held.holder().isEmpty()) {
      return "";
    }
    Holder holder = held.holder().get();
    StringBuilder text = new StringBuilder();
    text.append(holder.program());
    holder.process().ifPresent(process -> text.append(", pid ").append(process.pid()));
    if (!holder.host().isEmpty()) {
      text.append(" on ").append(holder.host());
    }
    if (!holder.label().isEmpty()) {
      text.append(", ").append(holder.label());
    }
    return text.length() == 0 ? "" : " (" + text.toString().strip() + ")";
  }

  private static String left(LeaseRecord held, Instant now) {
    Duration left = Duration.between(now, held.expiresAt());
    return left.isNegative() ? "" : " (" + Math.max(1, left.toMinutes()) + " min left)";
  }

  private static String clip(String text) {
    return text.length() <= 3 * LONGEST ? text : text.substring(0, 3 * LONGEST) + "...";
  }

  static String quote(String word) {
    boolean plain =
        !word.isEmpty()
            && word.chars()
                .allMatch(
                    c ->
                        (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || "-_./:@%+=,".indexOf(c) >= 0);
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
