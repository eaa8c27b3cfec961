package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be concluded from a {@link Journal}. */
class JournalTest {
  @TempDir Path temp;

  private Journal.Holding holding(String... lines) throws IOException {
    Path file = Files.writeString(temp.resolve("journal"), String.join("\n", lines) + "\n");
    assertThat(Journal.read(file).holdings()).hasSize(1);
    return Journal.read(file).holdings().get(0);
  }

  @Test
  void who_released_before_it_was_over_had_it_to_release() throws IOException {
    assertThat(holding("got k s 7 1000 50 900", "gives k s 7", "gave k s 7 999").isReleasedInTime)
        .isTrue();
    assertThat(
            holding("got k s 7 1000 50 900", "has k s 7 1500 60", "gives k s 7", "gave k s 7 1499")
                .isReleasedInTime)
        .isTrue();
  }

  @Test
  void who_was_stopped_until_it_was_over_may_have_had_nothing_to_release() throws IOException {
    assertThat(holding("got k s 7 1000 50 990", "gives k s 7", "gave k s 7 1000").isReleasedInTime)
        .isFalse();
  }

  @Test
  void who_got_it_when_it_was_over_claims_nothing() throws IOException {
    Journal.Holding late = holding("got k s 7 1000 50 1000");
    assertThat(late.to).isLessThan(late.from);
  }
}
