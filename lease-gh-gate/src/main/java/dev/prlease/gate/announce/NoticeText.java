package dev.prlease.gate.announce;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.Printable;
import dev.prlease.gate.program.Secrets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes notices in Markdown.
 *
 * <p>What comes from outside (session, host, program, label) stands in code spans, which are the
 * one place where neither Markdown nor the forge looks for anything: no mention, reference, link,
 * image, HTML or emoji is found in them. Entities and backslashes would not do: forges look for
 * mentions in the text that is left when those are resolved. A span ends only at as many backticks
 * as it began with, so it begins with more than there are in a row inside; and a line end, which
 * would end the block around it, is written as an escape like all that does not print. Secrets are
 * replaced before, so that no replacement can swallow the end of a span.
 */
final class NoticeText {
  /** Of each value, in code points: a line that people can read. */
  private static final int LONGEST = 200;

  private final Secrets secrets;

  NoticeText(Secrets secrets) {
    this.secrets = secrets;
  }

  /** The whole comment. */
  String of(Notice notice) {
    List<String> lines = new ArrayList<>();
    lines.add(Mark.of(notice).line());
    if (notice instanceof Notice.Held held) {
      lines.add(
          "**A session is at work on this pull request** and holds its lease: others that use"
              + " `prlease` do not push, rebase or merge it until that ends. Reviews need no"
              + " lease.");
      lines.add("");
      holder(held.record(), lines);
      lines.add("- Until: " + time(held.record().expiresAt()) + ", unless it is renewed");
      lines.add("");
      lines.add("If that time is over, this is out of date: `prlease status` tells how it stands.");
    } else if (notice instanceof Notice.Ended ended) {
      lines.add("**The lease of this pull request has ended**: " + ended.end().clause() + ".");
      lines.add("");
      ended.last().ifPresent(record -> holder(record, lines));
      lines.add(
          (ended.end() == Notice.End.FREE || ended.end() == Notice.End.UNREADABLE
                  ? "- Seen: "
                  : "- Ended: ")
              + time(ended.at()));
    }
    lines.add("");
    lines.add(Mark.END);
    return String.join("\n", lines);
  }

  private void holder(LeaseRecord record, List<String> lines) {
    lines.add("- Session: " + span(record.owner().value()));
    if (record.holder().isPresent()) {
      Holder holder = record.holder().get();
      String program = holder.program().isEmpty() ? "a program" : span(holder.program());
      lines.add("- By: " + program + (holder.host().isEmpty() ? "" : " on " + span(holder.host())));
      if (!holder.label().isEmpty()) {
        lines.add("- Purpose: " + span(holder.label()));
      }
    }
    lines.add("- Since: " + time(record.grantedAt().orElse(record.acquiredAt())));
  }

  /** {@code 2026-11-30 13:20:23 UTC}. */
  private static String time(Instant at) {
    String text = at.truncatedTo(ChronoUnit.SECONDS).toString();
    return text.substring(0, text.length() - 1).replace('T', ' ') + " UTC";
  }

  /** A code span of {@code text}, on one line. */
  String span(String text) {
    String shown = onOneLine(secrets.redact(text));
    String ticks = "`".repeat(longestRun(shown) + 1);
    boolean padded = shown.isBlank() || shown.startsWith("`") || shown.endsWith("`");
    return ticks + (padded ? " " + shown + " " : shown) + ticks;
  }

  private static String onOneLine(String text) {
    StringBuilder shown = new StringBuilder();
    int count = 0;
    for (int at = 0; at < text.length(); count++) {
      if (count == LONGEST) {
        return shown.append('…').toString();
      }
      int codePoint = text.codePointAt(at);
      if (Printable.is(codePoint)) {
        shown.appendCodePoint(codePoint);
      } else {
        Printable.appendEscaped(shown, codePoint);
      }
      at += Character.charCount(codePoint);
    }
    return shown.toString();
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
