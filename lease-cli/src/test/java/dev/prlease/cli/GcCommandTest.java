package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.spi.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease gc}. Files have the machine's time, and so has the desktop here. */
class GcCommandTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
    desktop.clock.set(new SystemClock().now());
  }

  private String golden(String text) {
    return text.replace(desktop.home.toString(), "HOME");
  }

  private void released(String key) {
    desktop.prlease("acquire", "--key", key, "--session", "alpha");
    desktop.prlease("release", "--key", key, "--session", "alpha");
  }

  private Path slot(int number) {
    return desktop.home.resolve("leases/acme__app__pr-" + number + ".json");
  }

  @Test
  void what_was_released_a_week_ago_goes_and_the_rest_is_counted() {
    released("acme/app#1");
    released("acme/app#2");
    desktop.prlease("acquire", "--key", "acme/app#3", "--session", "alpha");
    desktop.clock.advance(Duration.ofDays(7));
    assertThat(desktop.prlease("gc").out()).startsWith("removed 0 released slots");
    desktop.clock.advance(Duration.ofMinutes(1));
    Answer dry = desktop.prlease("gc", "--dry-run");
    assertThat(dry.code()).isZero();
    Golden.check("gc-dry-run", golden(dry.out()));
    assertThat(slot(1)).exists();
    Answer real = desktop.prlease("gc");
    assertThat(real.code()).isZero();
    Golden.check("gc", golden(real.out()));
    assertThat(slot(1)).doesNotExist();
    assertThat(slot(3)).exists();
    assertThat(desktop.events()).as("gc tells no audit").hasSize(5);
  }

  @Test
  void older_than_is_a_day_at_least() {
    released("acme/app#1");
    desktop.clock.advance(Duration.ofHours(25));
    assertThat(desktop.prlease("gc", "--older-than", "26h").out()).startsWith("removed 0 ");
    Answer wrong = desktop.prlease("gc", "--older-than", "23h");
    assertThat(wrong.code()).isEqualTo(64);
    assertThat(wrong.err())
        .isEqualTo(
            "prlease gc: --older-than must be at least a day, the longest that a lease lasts, not"
                + " '23h'\n  next: Write it as 24h, 7d or 30d.\n");
    assertThat(desktop.prlease("gc", "--max-time", "0s").code()).isEqualTo(64);
    assertThat(desktop.prlease("gc", "--older-than", "1d").out())
        .startsWith("removed 1 released slot, 0 archived records and 0 temporary files from ");
  }

  @Test
  void json_has_all_counts_and_the_names() {
    released("acme/app#1");
    desktop.clock.advance(Duration.ofDays(8));
    Golden.check("gc-json", golden(desktop.prlease("gc", "--json").out()));
  }

  @Test
  void when_its_time_is_over_it_says_how_to_go_on() {
    for (int i = 1; i <= 3; i++) {
      released("acme/app#" + i);
    }
    desktop.clock.advance(Duration.ofDays(31));
    Answer none = desktop.prlease("gc", "--after", "acme__app__pr-2.json", "--json");
    assertThat(none.out()).contains("acme__app__pr-3.json").doesNotContain("acme__app__pr-2.json");
    released("acme/app#3");
    desktop.clock.advance(Duration.ofDays(31));
    desktop.whenTimeIsRead = () -> desktop.clock.advance(Duration.ofSeconds(30));
    Answer part = desktop.prlease("gc", "--older-than", "30d", "--max-time", "20s", "--dry-run");
    assertThat(part.code()).isZero();
    assertThat(part.out())
        .contains("would remove 0 released slots")
        .endsWith(
            "stopped after 20s; to go on: prlease gc --older-than 30d --max-time 20s --dry-run"
                + " --after ''\n");
    assertThat(desktop.prlease("gc", "--max-time", "20s", "--json").json("next")).isEmpty();
    desktop.whenTimeIsRead = () -> {};
    assertThat(desktop.prlease("gc", "--after", "").out()).startsWith("removed 3 released slots");
  }

  @Test
  void what_is_in_the_way_is_told_and_is_74() throws Exception {
    released("acme/app#1");
    released("acme/app#2");
    Path odd = slot(1);
    Files.delete(odd);
    Files.createSymbolicLink(odd, slot(2));
    desktop.clock.advance(Duration.ofDays(8));
    Answer answer = desktop.prlease("gc");
    assertThat(answer.code()).isEqualTo(74);
    assertThat(answer.out())
        .contains("removed 1 released slot,")
        .contains("could not be looked at");
    assertThat(answer.err())
        .startsWith("prlease gc: " + odd + " is a symbolic link, not a regular file")
        .contains("\n  next: ");
  }

  @Test
  void a_store_without_garbage_collection_says_so_and_is_78() {
    desktop.environment.put("PRLEASE_STORE", "test:bare");
    Answer answer = desktop.prlease("gc", "--json");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err()).contains("offers no garbage collection\n  next: ");
    assertThat(answer.json("error")).isEqualTo("configuration");
  }
}
