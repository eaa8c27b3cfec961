package dev.prlease.gate.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.push.Porcelain.Update;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What git writes about a push. */
class PorcelainTest {
  private static final String OLD = "a".repeat(40);
  private static final String NEW = "b".repeat(40);

  @Test
  @DisplayName("Each line tells flag, both sides and what happened")
  void lines() {
    Porcelain report =
        Porcelain.parse(
            "Pushing to x\nTo git@github.com:acme/app.git\n"
                + "+\trefs/heads/a:refs/heads/a\t"
                + OLD
                + "..."
                + NEW
                + " (forced update)\n"
                + " \tHEAD:refs/heads/b\t"
                + OLD
                + ".."
                + NEW
                + "\n"
                + "!\tx:y:refs/heads/c\t[remote rejected] (hook declined)\n"
                + "-\t:refs/heads/d\t[deleted]\n"
                + "*\tHEAD:refs/heads/ü\t[new branch]\n"
                + "Done\n");
    assertThat(report.places()).containsExactly("git@github.com:acme/app.git");
    assertThat(report.updates()).hasSize(5);
    assertThat(report.of("refs/heads/a").flatMap(Update::before)).contains(OLD);
    assertThat(report.of("refs/heads/b").flatMap(Update::before)).contains(OLD);
    Update rejected = report.of("refs/heads/c").orElseThrow();
    assertThat(rejected.source()).isEqualTo("x:y");
    assertThat(rejected.reason()).isEqualTo("hook declined");
    assertThat(rejected.isRejected()).isTrue();
    assertThat(report.of("refs/heads/d").map(Update::isDeletion)).contains(true);
    assertThat(report.of("refs/heads/ü").map(Update::isNew)).contains(true);
  }

  @Test
  @DisplayName("A commit that is cut off is none")
  void abbreviated() {
    Update update = new Update('+', "a", "b", "aaaaaaa...bbbbbbb (forced update)");
    assertThat(update.before()).isEqualTo(Optional.empty());
    assertThat(Porcelain.parse("+\tnonsense\n+\t\n+\nx\ta:b\tc\n").updates()).isEqualTo(List.of());
  }

  @Property(tries = 200)
  void any_text_is_read(@ForAll String text) {
    assertThat(Porcelain.parse(text).places()).isNotNull();
  }
}
