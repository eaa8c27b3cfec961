package dev.prlease.gate.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every spelling of a remote's URL. */
class RemoteUrlTest {
  @ParameterizedTest
  @DisplayName("Every spelling of a repository's URL leads to it")
  @CsvSource({
    "https://github.com/owner/name, owner/name",
    "https://github.com/owner/name.git, owner/name",
    "https://github.com/owner/name/, owner/name",
    "https://github.com/owner/name.git/, owner/name",
    "https://github.com//owner//name, owner/name",
    "https://user@github.com/owner/name, owner/name",
    "https://user:pass@github.com/owner/name.git, owner/name",
    "https://x-access-token:ghs_abc@github.com/owner/name.git, owner/name",
    "https://user:p@ss@github.com/owner/name, owner/name",
    "https://github.com:443/owner/name.git, owner/name",
    "http://www.github.com/owner/name, owner/name",
    "HTTPS://GITHUB.COM/OWNER/NAME.GIT, OWNER/NAME",
    "https://GitHub.com/Owner/Name.js.git, Owner/Name.js",
    "https://github.com./owner/name, owner/name",
    "https://github.com/owner/na%6De, owner/name",
    "ssh://git@github.com/owner/name.git, owner/name",
    "ssh://git@github.com:22/owner/name.git, owner/name",
    "ssh://git@ssh.github.com:443/owner/name.git, owner/name",
    "git+ssh://git@github.com/owner/name, owner/name",
    "ssh+git://github.com/owner/name, owner/name",
    "git@github.com:owner/name.git, owner/name",
    "git@github.com:owner/name, owner/name",
    "git@github.com:/owner/name.git/, owner/name",
    "github.com:owner/name, owner/name",
    "GIT@GITHUB.COM:owner/name, owner/name",
    "[git@github.com:22]:owner/name.git, owner/name",
    "[github.com]:owner/name.git, owner/name",
    "org-123456@github.com:owner/name.git, owner/name",
    "git://github.com/owner/name.git, owner/name",
    "' https://github.com/owner/name ', owner/name",
    "https://ghe.example.com/owner/name, ghe.example.com/owner/name",
    "https://ghe.example.com:8443/owner/name, ghe.example.com/owner/name",
    "ssh://git@ghe.example.com:2222/owner/name, ghe.example.com/owner/name",
    "git@GHE.Example.com:owner/name.git, ghe.example.com/owner/name",
    "https://gitlab.com/group/sub/name.git, gitlab.com/group/sub/name",
    "ssh://git@altssh.gitlab.com:443/group/name.git, gitlab.com/group/name",
    "https://github.com/owner/.github, owner/.github",
  })
  void repository(String url, String repository) {
    assertThat(RemoteUrl.parse(url).repository().map(Object::toString)).contains(repository);
  }

  @ParameterizedTest
  @DisplayName("What is no repository of a forge leads to none")
  @ValueSource(
      strings = {
        "",
        "/srv/git/name.git",
        "../name",
        "./a:b/c",
        "name.git",
        "owner/name",
        "/srv/a:b/c",
        "file:///srv/git/owner/name.git",
        "file://host.example/owner/name.git",
        "https://github.com/",
        "https://github.com",
        "https://github.com/owner",
        "https://github.com/owner/.git",
        "https://github.com/owner/name/tree/main",
        "https://github.com/../name",
        "https://gist.github.com/0123456789abcdef",
        "git@github.com:owner",
        "git@github.com:22/owner/name",
        "git@work:owner/name.git",
        "https://localhost/owner/name",
        "https://[::1]/owner/name",
        "git@[::1]:owner/name",
        "https:///owner/name",
        "ext::ssh -l git host %S owner/name",
        "codecommit::eu-west-1://name",
        "s3://bucket.example/owner/name",
        "https://github.com/ow ner/name",
        "https://github.com/owner/na\u0000me",
        "https://github.com/owner/%zz%",
        "https://github.com/owner/%ff",
        "C:\\git\\name",
        "[",
        "::",
        "://",
        "@:"
      })
  void noRepository(String url) {
    assertThat(RemoteUrl.parse(url).repository()).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("What is shown has no user, password or token")
  @ValueSource(
      strings = {
        "https://user:hunter2@github.com/owner/name",
        "https://hunter2@github.com/owner/name",
        "https://user:hun@ter2:hunter2@github.com/owner/name",
        "ssh://git:hunter2@github.com/owner/name",
        "hunter2@github.com:owner/name",
        "[git:hunter2@github.com:22]:owner/name",
        "ext::sh -c hunter2"
      })
  void credentials(String url) {
    assertThat(RemoteUrl.parse(url).toString()).doesNotContain("hunter2");
  }
}
