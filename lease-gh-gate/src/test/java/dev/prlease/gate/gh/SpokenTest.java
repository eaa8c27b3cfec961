package dev.prlease.gate.gh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.forge.ForgeException.Kind;
import org.junit.jupiter.api.Test;

class SpokenTest {
  @Test
  void L57_a_no_is_what_github_or_gh_says_as_one_and_nothing_else_is() {
    assertThat(Spoken.isNo(1, "GraphQL: Pull request is not mergeable (mergePullRequest)"))
        .isTrue();
    assertThat(Spoken.isNo(1, "Message: Pull Request is still a draft, Locations: []")).isTrue();
    assertThat(Spoken.isNo(1, "X Pull request #7 is not mergeable: it is a draft\n")).isTrue();
    assertThat(Spoken.isNo(1, "! Pull request #7 was already merged")).isTrue();
    assertThat(Spoken.isNo(1, "HTTP 405: Merge commits are not allowed (https://x)")).isTrue();

    assertThat(Spoken.isNo(137, "")).as("killed").isFalse();
    assertThat(Spoken.isNo(1, "")).as("no words").isFalse();
    assertThat(Spoken.isNo(1, "tls: bad record MAC")).isFalse();
    assertThat(Spoken.isNo(1, "use of closed network connection")).isFalse();
    assertThat(Spoken.isNo(1, "HTTP 502: Bad Gateway")).isFalse();
    assertThat(Spoken.isNo(2, "panic: runtime error\nGraphQL: half")).isFalse();
  }

  @Test
  void names_that_a_refusal_quotes_are_no_words_of_it() {
    for (String name :
        new String[] {"e2e-timeout", "certificate-check", "http 500", "rate limit"}) {
      assertThat(
              Spoken.kind(
                  1,
                  "GraphQL: Required status check \"" + name + "\" is failing. (mergePullRequest)"))
          .as(name)
          .isEmpty();
    }
    assertThat(Spoken.kind(1, "Get \"https://api.github.com/\": dial tcp: lookup: no such host"))
        .contains(Kind.UNREACHABLE);
  }
}
