package dev.prlease.gate.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken out of other programs' words. */
class SecretsTest {
  private static final Secrets NONE = Secrets.of(Map.of());

  @ParameterizedTest
  @CsvSource({
    "GH_TOKEN",
    "GITHUB_TOKEN",
    "GH_ENTERPRISE_TOKEN",
    "GITHUB_ENTERPRISE_TOKEN",
    "gitlab_private_token",
    "NPM_TOKEN",
    "AWS_SECRET",
    "DB_PASSWORD",
    "SOME_API_KEY",
    "TOKEN"
  })
  @DisplayName("The values of variables that hold secrets do not come through")
  void variables(String name) {
    Secrets secrets = Secrets.of(Map.of(name, "hunter2-hunter2", "HOME", "/home/somebody"));
    assertThat(secrets.redact("sent hunter2-hunter2 to /home/somebody"))
        .isEqualTo("sent *** to /home/somebody");
    assertThat(secrets.toString()).isEqualTo("Secrets[1]");
  }

  @Test
  @DisplayName("A value that begins with another one is taken out whole, a short one stays")
  void overlapping() {
    Secrets secrets =
        Secrets.of(Map.of("A_TOKEN", "abcdefgh", "B_TOKEN", "abcdefgh-and-more\n", "C_TOKEN", "x"));
    assertThat(secrets.redact("abcdefgh-and-more, abcdefgh, x")).isEqualTo("***, ***, x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "token ghp_0123456789abcdefABCDEF is bad | token *** is bad",
        "gho_16C7e42F292c6912E7710c838347Ae178B4a | ***",
        "(ghs_abcdef0123,ghu_abcdef0123,ghr_abcdef0123) | (***,***,***)",
        "github_pat_11ABCDEFG0abcdefghijkl_mnop | ***",
        "fatal: https://user:pa/ss@ghe.example/x | fatal: https://user:pa/ss@ghe.example/x",
        "fatal: https://user:p@ss@ghe.example/x | fatal: https://***@ghe.example/x",
        "https://oauth-token-alone@ghe.example/x | https://***@ghe.example/x",
        "ssh://git@ghe.example/x | ssh://git@ghe.example/x",
        "> Authorization: token 0123 | > Authorization: token ***",
        "AUTHORIZATION: Basic eDp5 | AUTHORIZATION: Basic ***",
        "'authorization': 'Bearer eDp5' | 'authorization': 'Bearer ***'",
        "GET /x?access_token=abc&b=c | GET /x?access_token=***&b=c",
        "the token was refused | the token was refused",
        "ghp_ is how they begin | ghp_ is how they begin"
      })
  @DisplayName("What looks like a secret does not come through, wherever it is from")
  void shapes(String said, String shown) {
    assertThat(NONE.redact(said)).isEqualTo(shown);
  }

  @Test
  @DisplayName("Megabytes of text without end of line, scheme or word take no longer than to read")
  void large() {
    for (String unit : new String[] {"a", "://", "gh", "authorization", "?token", "x@", "://a"}) {
      String text = unit.repeat((1 << 21) / unit.length());
      assertThat(NONE.redact(text).length()).isLessThanOrEqualTo(text.length());
    }
  }
}
