package dev.prlease.store.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.LeaseStore;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials are taken out of what is shown, and of nothing that is judged by. */
class RedactionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://me:hunter2@example.com/a.git|https://example.com/a.git",
        "git@github.com:acme/app.git|git@github.com:acme/app.git",
        "ssh://git@github.com/acme/app.git|ssh://git@github.com/acme/app.git",
        "bad token ghp_0123456789abcdefABCDEF|bad token ***",
        "github_pat_11ABCDEFG0abcdefghijkl_mnop|***",
        "glpat-0123456789-abcdefghij|***",
        "Authorization: Basic aHVudGVyMg==|Authorization: Basic ***",
        "\"authorization\": \"Bearer eDp5\"|\"authorization\": \"Bearer ***\"",
        "refs/leases/acme/authorization-service__pr-1|refs/leases/acme/authorization-service__pr-1",
        "https://example.com/a?private_token=hunter2&x=1|https://example.com/a?private_token=***&x=1",
        "refs/leases/acme/gha_runners__pr-1|refs/leases/acme/gha_runners__pr-1",
        "refs/leases/acme/highs_lows__pr-1|refs/leases/acme/highs_lows__pr-1",
      })
  void shown(String text, String shown) {
    assertThat(Redaction.of(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acme/gha_runners",
        "acme/ghs_tools",
        "acme/highs_lows",
        "acme/authorization-service",
        "acme/ghp_0123456789abcdef0123",
        "acme/glpat-0123456789abcdef0123"
      })
  void a_repository_that_is_called_like_a_token_has_a_slot(String repository) throws IOException {
    try (GitPlaces place = GitPlaces.path();
        LeaseStore store = place.open()) {
      assertThat(store.load(LeaseKey.pullRequest(repository, 1))).isEqualTo(Slots.ABSENT);
    }
  }
}
