package dev.prlease.gate.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.program.Ran;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What git's words to a push prove. */
final class PushProofTest {
  private static final String REF = "refs/heads/b";
  private static final String HUNG_UP = "fatal: the remote end hung up unexpectedly\n";

  /** As git 2.39 tells it; what is left out here, it says in between. */
  private static final String SUBMODULES =
      """
      The following submodule paths contain changes that can
      not be found on any remote:
        lib

      """;

  private static final String FAILED = "error: failed to push some refs to 'https://h/o/r'\n";

  private static PushProof of(int code, String out, String err) {
    GitAnswer answer = new GitAnswer(Ran.End.EXITED, code, out, err);
    return PushProof.of(answer, Porcelain.parse(out).of(REF));
  }

  private static String line(String flag, String summary) {
    return "To https://h/o/r\n" + flag + "\tHEAD:" + REF + "\t" + summary + "\n";
  }

  @Test
  @DisplayName("A line of the reference tells, unless it tells that the report is missing")
  void lines() {
    assertThat(of(0, line("+", "a...b (forced update)") + "Done\n", ""))
        .isEqualTo(PushProof.ACCEPTED);
    assertThat(of(1, line("+", "a...b (forced update)"), "")).isEqualTo(PushProof.LOST);
    assertThat(of(1, line("!", "[rejected] (stale info)") + "Done\n", FAILED))
        .isEqualTo(PushProof.REJECTED);
    assertThat(of(1, line("!", "[remote rejected] (hook declined)") + "Done\n", FAILED))
        .isEqualTo(PushProof.REJECTED);
    assertThat(of(1, line("!", "[remote failure] (remote failed to report status)"), FAILED))
        .isEqualTo(PushProof.LOST);
  }

  @Test
  @DisplayName("Unsent is only what was refused here before git had anything to report")
  void unsent() {
    assertThat(of(1, "", "not now\n" + FAILED)).isEqualTo(PushProof.UNSENT);
    assertThat(of(128, "", SUBMODULES + "fatal: Aborting.\n" + HUNG_UP))
        .isEqualTo(PushProof.UNSENT);
    assertThat(of(128, "", SUBMODULES + HUNG_UP)).isEqualTo(PushProof.LOST);
    assertThat(of(128, "", HUNG_UP + SUBMODULES + "fatal: Aborting.\n")).isEqualTo(PushProof.LOST);
    assertThat(of(1, "Done\n", FAILED)).isEqualTo(PushProof.LOST);
    assertThat(of(1, "", "")).isEqualTo(PushProof.LOST);
    assertThat(of(128, "", "fatal: unable to access\n")).isEqualTo(PushProof.LOST);
    assertThat(of(1, "", "remote: it can not be found on any remote\n" + FAILED))
        .isEqualTo(PushProof.LOST);
    for (String broken :
        new String[] {
          "error: RPC failed; HTTP 502 curl 22\n",
          "send-pack: unexpected disconnect while reading sideband packet\n",
          HUNG_UP
        }) {
      assertThat(of(1, "", broken + FAILED)).as(broken).isEqualTo(PushProof.LOST);
    }
  }

  @Test
  @DisplayName("What was ended proves nothing")
  void ended() {
    GitAnswer cut = new GitAnswer(Ran.End.TIMED_OUT, 1, "", FAILED);
    assertThat(PushProof.of(cut, Porcelain.parse("").of(REF))).isEqualTo(PushProof.LOST);
  }
}
