package dev.prlease.gate.announce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.gate.program.Secrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What stands in a comment, whatever sessions, hosts and labels are called. */
class NoticeTextTest {
  private static final Instant THEN = Instant.parse("2026-11-30T13:05:23.123Z");
  private static final List<String> PIECES =
      List.of(
          "`",
          "``",
          "```",
          "@kim",
          "@acme/owners",
          "#12",
          "GH-12",
          "acme/app#12",
          "-->",
          "<!--",
          "<!-- prlease:lease held fence=9 -->",
          "<img src=x>",
          "</code>",
          "[a](http://b)",
          "![a](b)",
          "http://a.example",
          "www.a.example",
          "a@b.example",
          "*",
          "_",
          "~~",
          "\\",
          "|",
          "\n",
          "\r\n",
          "\n\n# x",
          "\u2028",
          "\u202e",
          ":tada:",
          "&#64;kim",
          "$x$",
          " ",
          "x",
          "\ud83d\ude00",
          "\ud800",
          "");

  private final NoticeText texts = new NoticeText(Secrets.of(Map.of("GH_TOKEN", "secret-of-kim")));

  static LeaseRecord record(String session, String program, String host, String label) {
    return new LeaseRecord(
        LeaseKey.pullRequest("acme/app", 42),
        SessionId.verbatim(session),
        THEN,
        Ttl.ofSeconds(900),
        new Fence(7),
        Optional.empty(),
        Optional.of(THEN),
        Optional.of(new Holder(host, Optional.empty(), program, label)),
        Optional.empty(),
        Optional.empty());
  }

  private static Notice held(String session, String program, String host, String label) {
    return new Notice.Held(record(session, program, host, label));
  }

  private static Notice ended(LeaseRecord record) {
    return new Notice.Ended(record.fence(), Notice.End.MERGED, THEN, Optional.of(record));
  }

  @Test
  void it_tells_who_where_why_since_when_and_until_when_in_utc() {
    assertThat(texts.of(held("us", "prlease merge", "buildhost", "nightly")))
        .isEqualTo(
            """
            <!-- prlease:lease held fence=7 at=2026-11-30T13:20:23.123Z -->
            **A session is at work on this pull request** and holds its lease: others that use `prlease` do not push, rebase or merge it until that ends. Reviews need no lease.

            - Session: `us`
            - By: `prlease merge` on `buildhost`
            - Purpose: `nightly`
            - Since: 2026-11-30 13:05:23 UTC
            - Until: 2026-11-30 13:20:23 UTC, unless it is renewed

            If that time is over, this is out of date: `prlease status` tells how it stands.

            <!-- /prlease:lease -->\
            """);
    assertThat(texts.of(ended(record("us", "", "", ""))))
        .isEqualTo(
            """
            <!-- prlease:lease ended fence=7 at=2026-11-30T13:05:23.123Z -->
            **The lease of this pull request has ended**: the pull request was merged.

            - Session: `us`
            - By: a program
            - Since: 2026-11-30 13:05:23 UTC
            - Ended: 2026-11-30 13:05:23 UTC

            <!-- /prlease:lease -->\
            """);
  }

  @Test
  void mentions_comments_and_backticks_stay_within_code() {
    assertThat(texts.span("@kim")).isEqualTo("`@kim`");
    assertThat(texts.span("a`b")).isEqualTo("``a`b``");
    assertThat(texts.span("`a``")).isEqualTo("``` `a`` ```");
    assertThat(texts.span("")).isEqualTo("`  `");
    assertThat(texts.span("a\nb\u202ec")).isEqualTo("`a\\u000ab\\u202ec`");
    assertThat(texts.span("x".repeat(300))).isEqualTo("`" + "x".repeat(200) + "…`");
  }

  @Test
  void secrets_do_not_stand_in_it_and_their_absence_opens_nothing() {
    String text = texts.of(held("us", "p", "h", "secret-of-kim authorization: bearer x`@kim"));
    assertThat(text).doesNotContain("secret-of-kim").doesNotContain("bearer x");
    assertThat(outsideOfSpans(line(text, "- Purpose: "))).isEqualTo("- Purpose: ");
  }

  private static String line(String text, String beginning) {
    return text.lines().filter(each -> each.startsWith(beginning)).findFirst().orElseThrow();
  }

  @Provide
  Arbitrary<String> hostile() {
    return Arbitraries.oneOf(
            Arbitraries.of(PIECES), Arbitraries.strings().ofMinLength(0).ofMaxLength(5))
        .list()
        .ofMaxSize(8)
        .map(pieces -> String.join("", pieces));
  }

  @Property(tries = 2000)
  @Label("Nothing from outside stands outside of a code span, and the frame stays as it is")
  void hostileWords(
      @ForAll("hostile") String session,
      @ForAll("hostile") String program,
      @ForAll("hostile") String host,
      @ForAll("hostile") String label) {
    // Empty values leave their line out; that is of no interest here.
    Notice notice = held("s" + session, "p" + program, "h" + host, "l" + label);
    String text = texts.of(notice);
    List<String> rest = new ArrayList<>();
    text.lines().skip(1).map(NoticeTextTest::outsideOfSpans).forEach(rest::add);
    assertThat(rest)
        .containsExactly(
            "**A session is at work on this pull request** and holds its lease: others that use"
                + "  do not push, rebase or merge it until that ends. Reviews need no lease.",
            "",
            "- Session: ",
            "- By:  on ",
            "- Purpose: ",
            "- Since: 2026-11-30 13:05:23 UTC",
            "- Until: 2026-11-30 13:20:23 UTC, unless it is renewed",
            "",
            "If that time is over, this is out of date:  tells how it stands.",
            "",
            Mark.END);
    assertThat(Mark.find(text)).contains(Mark.of(notice));
  }

  /**
   * What is left of a line without its code spans, by the rule of CommonMark: a run of backticks
   * opens one that the next run of the same length closes, and without such a run it is text.
   */
  private static String outsideOfSpans(String line) {
    StringBuilder outside = new StringBuilder();
    int at = 0;
    while (at < line.length()) {
      if (line.charAt(at) != '`') {
        outside.append(line.charAt(at++));
        continue;
      }
      int run = runAt(line, at);
      int close = at + run;
      while (close < line.length()) {
        if (line.charAt(close) != '`') {
          close++;
        } else if (runAt(line, close) == run) {
          break;
        } else {
          close += runAt(line, close);
        }
      }
      if (close >= line.length()) {
        outside.append(line, at, at + run);
        at += run;
      } else {
        at = close + run;
      }
    }
    return outside.toString();
  }

  private static int runAt(String line, int at) {
    int end = at;
    while (end < line.length() && line.charAt(end) == '`') {
      end++;
    }
    return end - at;
  }
}
