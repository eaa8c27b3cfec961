package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A claim is a lease to those commands that look or clean up, and nothing to all others. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClaimDoorsTest {
  @TempDir Path top = Path.of("");
  private Optional<ClaimDesk> opened = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    opened = Optional.of(new ClaimDesk(top));
  }

  @AfterEach
  void close() {
    opened.ifPresent(ClaimDesk::close);
  }

  private ClaimDesk desk() {
    return opened.orElseThrow();
  }

  private Answer call(String... words) {
    return desk().call(desk().linked, List.of(words));
  }

  @Test
  @DisplayName("No other command takes, keeps, checks, moves or frees a claim: each names its step")
  void otherDoors() throws IOException {
    desk().done("take", "--session", "s");
    desk().expire();
    String before = Files.readString(desk().record());
    for (String[] command :
        new String[][] {
          {"acquire", "take"},
          {"run", "take"},
          {"renew", "heartbeat"},
          {"assert", "verify"},
          {"release", "release"},
          {"adopt", "adopt"},
          {"merge", "take"},
          {"push", "take"},
          {"watch-and-merge", "take"}
        }) {
      for (String[] named :
          new String[][] {
            {"--key", ClaimDesk.KEY}, {"--issue", "760"}, {"--issue", "760", "--repo", "acme/app"}
          }) {
        List<String> words = new ArrayList<>(List.of(command[0]));
        words.addAll(List.of(named));
        words.addAll(command[0].equals("run") ? List.of("--", "true") : List.of());
        Answer refused = desk().call(desk().linked, words);
        assertThat(refused.code()).as("%s: %s", words, refused.err()).isEqualTo(64);
        assertThat(refused.err()).contains("a lease on one is a claim");
        assertThat(refused.err()).contains("prlease claim " + command[1] + " --issue N");
      }
    }
    assertThat(call("merge", ClaimDesk.KEY).err()).contains("prlease claim take");
    assertThat(Files.readString(desk().record())).isEqualTo(before);
  }

  @Test
  @DisplayName("status, list and doctor say of an expired claim that it is not free")
  void expired() {
    String session = desk().done("take", "--json").json("owner_session_id");
    assertThat(call("status", "--issue", "760").out())
        .startsWith(ClaimDesk.KEY + ": held by session " + session)
        .doesNotContain("note");
    assertThat(call("status", "--issue", "760", "--exit-code").code()).isZero();
    desk().expire();
    Answer status = call("status", "--key", ClaimDesk.KEY);
    assertThat(status.out())
        .startsWith(ClaimDesk.KEY + ": expired, and not free; session " + session)
        .contains("its exact owner may renew it", "others may take it over once");
    assertThat(call("status", "--issue", "760", "--exit-code").code()).isEqualTo(77);
    assertThat(call("status", "--issue", "760", "--json").json("state")).isEqualTo("expired");
    assertThat(call("list").out()).contains(ClaimDesk.KEY);
    assertThat(call("audit", "--key", ClaimDesk.KEY).out()).contains("acquired");
    assertThat(call("gc").out()).contains("kept 1 slot");
    assertThat(call("gc", "--closed").out()).contains("ended 0");
    assertThat(desk().done("show", "--json").json("state")).isEqualTo("expired");
  }

  @Test
  @DisplayName("An unreadable claim is nobody's before an operator ends it, and all say so")
  void unreadable() throws IOException {
    desk().done("take", "--session", "s");
    Files.writeString(desk().record(), "no JSON");
    for (Answer told : List.of(call("status", "--issue", "760"), desk().claim("show"))) {
      assertThat(told.out())
          .startsWith(ClaimDesk.KEY + ": unreadable: ")
          .contains("an operator ends it with prlease break")
          .doesNotContain("next acquire");
    }
    assertThat(call("doctor").out())
        .contains("Nobody is granted that claim before an operator ends it")
        .doesNotContain("next acquire");
    Answer broken = call("break", "--issue", "760", "--reason", "no JSON");
    assertThat(broken.out()).startsWith("broke the claim on " + ClaimDesk.KEY);
    Answer again = call("break", "--issue", "760", "--reason", "no JSON");
    assertThat(again.code()).isEqualTo(76);
    assertThat(again.err()).contains("To take it: prlease claim take --key " + ClaimDesk.KEY);
  }

  @Test
  @DisplayName("What is granted and not confirmed is pending to whoever looks")
  void pending() throws IOException {
    desk().done("take", "--session", "s");
    String now = desk().desktop.clock.now().toString();
    String until = desk().desktop.clock.now().plusSeconds(300).toString();
    Files.writeString(
        desk().record(),
        Files.readString(desk().record())
            .replaceFirst(
                "\"grant_count\"",
                "\"pending\":{\"since\":\""
                    + now
                    + "\",\"until\":\""
                    + until
                    + "\"},\"grant_count\""));
    assertThat(call("status", "--issue", "760", "--json").json("state")).isEqualTo("pending");
    assertThat(call("list").out()).contains("pending");
    assertThat(desk().claim("show").out())
        .contains(": pending by session s", "its grant is not confirmed");
    Answer verify = desk().claim("verify", "--session", "s", "--json");
    assertThat(ClaimDesk.codes(verify)).containsExactly("pending");
    assertThat(verify.code()).isEqualTo(76);
    Answer back = desk().claim("release", "--session", "s", "--json");
    assertThat(back.json("outcome")).isEqualTo("put-back");
  }

  @Test
  @DisplayName("--issue beside what names a pull request is a slip")
  void slips() {
    assertThat(call("status", "--issue", "760", "--pr", "7").code()).isEqualTo(64);
    assertThat(call("break", "--issue", "760", "--key", "acme/app#7").code()).isEqualTo(64);
    assertThat(call("status", "--issue", "none").code()).isEqualTo(64);
    assertThat(desk().call(top, List.of("status", "--issue", "760")).err())
        .contains("--repo is missing");
  }
}
