package dev.prlease.gate.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.program.Ran;
import org.junit.jupiter.api.Test;

class GitAnswerTest {
  private static String complaint(String err) {
    return new GitAnswer(Ran.End.EXITED, 1, "", err).complaint();
  }

  @Test
  void what_git_complains_of_is_its_first_error() {
    assertThat(complaint("hint: try x\nfatal: bad revision 'x'\nmore\n"))
        .isEqualTo("bad revision 'x'");
    assertThat(complaint("one\ntwo\nhint: three\n")).isEqualTo("two");
    assertThat(complaint("")).isEqualTo("git exited with 1");
  }

  @Test
  void files_that_an_error_announces_are_named() {
    String overwritten =
        """
        error: The following untracked working tree files would be overwritten by checkout:
        \ta.txt
        \tb c.txt
        Please move or remove them before you switch branches.
        Aborting
        """;
    assertThat(complaint(overwritten))
        .isEqualTo(
            "The following untracked working tree files would be overwritten by checkout:"
                + " a.txt, b c.txt");
    assertThat(complaint("error: would be lost:\n" + "\tx\n".repeat(7) + "Aborting\n"))
        .isEqualTo("would be lost: x, x, x, x, x and 2 more");
    assertThat(complaint("error: no list follows:\nAborting\n")).isEqualTo("no list follows:");
  }

  @Test
  void what_was_not_read_to_its_end_is_no_answer_where_nobody_holds_it_open() {
    Ran cut = new Ran("git", Ran.End.EXITED, 0, "", "", Ran.Extent.CUT);
    assertThat(GitAnswer.of(cut).succeeded()).as("its code tells, and nothing is read").isTrue();
    assertThatThrownBy(() -> GitAnswer.whole(cut))
        .isInstanceOfSatisfying(
            ForgeException.class,
            failed -> {
              assertThat(failed.kind()).isEqualTo(ForgeException.Kind.UNINTELLIGIBLE);
              assertThat(failed).hasMessage("what git answered could not be read to its end");
              assertThat(failed.nextStep()).contains("leaves behind");
            });
    Ran whole = new Ran("git", Ran.End.EXITED, 0, "", "", Ran.Extent.WHOLE);
    assertThat(GitAnswer.whole(whole).succeeded()).isTrue();
    Ran ended = new Ran("git", Ran.End.TIMED_OUT, -1, "", "", Ran.Extent.CUT);
    assertThat(GitAnswer.whole(ended).succeeded()).isFalse();
  }
}
