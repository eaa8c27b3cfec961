package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A prlease that finds PRLEASE_KEY and its kin in its environment. */
class InheritedLeaseTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  /** As {@code eval "$(prlease acquire --export …)"} does. */
  private void evalExport(String session, String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--export");
    desktop.environment.putAll(
        exports(desktop.as(session, "acquire", words.toArray(new String[0]))));
  }

  /** What a shell makes of the lines that {@code acquire --export} printed. */
  static Map<String, String> exports(Answer answer) {
    Map<String, String> exports = new HashMap<>();
    answer
        .out()
        .lines()
        .forEach(
            line -> {
              String[] parts = line.substring("export ".length()).split("=", 2);
              exports.put(parts[0], parts[1].substring(1, parts[1].length() - 1));
            });
    return exports;
  }

  /** As a run that holds the lease does for its command. */
  private void insideRun() {
    evalExport("alpha");
    desktop.environment.put("PRLEASE_RUN", "acme/app#42");
  }

  private Answer here(String command, String... more) {
    String[] words = new String[more.length + 1];
    words[0] = command;
    System.arraycopy(more, 0, words, 1, more.length);
    return desktop.prlease(words);
  }

  @Test
  void inside_a_run_acquire_joins_and_changes_nothing() throws Exception {
    insideRun();
    byte[] before = Files.readAllBytes(desktop.record());
    desktop.clock.advance(Duration.ofMinutes(1));
    Answer joined = here("acquire", "--repo", "acme/app", "--pr", "42");
    assertThat(joined.code()).isZero();
    assertThat(joined.out()).startsWith("joined acme/app#42\n");
    assertThat(Files.readAllBytes(desktop.record())).isEqualTo(before);
    assertThat(here("acquire", "--json").json("origin")).isEqualTo("joined");
  }

  @Test
  void inside_a_run_another_store_is_named_as_what_is_wrong() {
    insideRun();
    String store = "file:" + desktop.home.resolve("leases");
    String other = "file:" + desktop.directory.resolve("other");
    desktop.environment.put("PRLEASE_STORE", store);
    for (String command : List.of("acquire", "renew", "assert")) {
      Answer answer = here(command, "--store", other);
      assertThat(answer.code()).isEqualTo(76);
      assertThat(answer.err())
          .isEqualTo(
              "prlease "
                  + command
                  + ": this runs under a lease on acme/app#42 in "
                  + store
                  + ", and the call names another store, where it is not: "
                  + other
                  + "\n  next: Leave out --store to act under that lease. To begin anew in the"
                  + " other store: unset PRLEASE_KEY PRLEASE_SESSION PRLEASE_GRANT PRLEASE_FENCE"
                  + " PRLEASE_RUN\n");
    }
    assertThat(here("assert", "--store", store).code()).isZero();
    desktop.plant("");
    assertThat(here("acquire", "--store", store).err()).contains("that is over");
  }

  @Test
  void inside_a_run_release_does_nothing_and_says_so() {
    insideRun();
    Answer answer = here("release");
    assertThat(answer)
        .isEqualTo(
            new Answer(
                0,
                "",
                "prlease release: not released: the prlease run around this holds acme/app#42 and"
                    + " releases it\n"));
    assertThat(here("assert").code()).isZero();
  }

  @Test
  void inside_a_run_renew_cannot_end_the_lease_earlier_than_the_run_knows() throws Exception {
    insideRun();
    byte[] before = Files.readAllBytes(desktop.record());
    Answer shorter = here("renew", "--ttl", "2s");
    assertThat(shorter.code()).isEqualTo(64);
    assertThat(shorter.err()).contains("would end the lease before");
    assertThat(Files.readAllBytes(desktop.record())).isEqualTo(before);
    assertThat(here("renew", "--ttl", "1h").code()).isZero();
  }

  @Test
  void inside_a_run_renew_assert_and_status_act_on_its_lease() {
    insideRun();
    desktop.clock.advance(Duration.ofMinutes(5));
    assertThat(here("renew").code()).isZero();
    assertThat(here("assert", "--at-least", "15m").code()).isZero();
    assertThat(here("status", "--exit-code").code()).isZero();
  }

  @Test
  void in_a_shell_that_exported_it_the_lease_can_be_refreshed_and_released() {
    evalExport("alpha");
    assertThat(here("acquire", "--json").json("origin")).isEqualTo("again");
    assertThat(here("assert").code()).isZero();
    assertThat(here("release").out()).isEqualTo("released acme/app#42\n");
  }

  @Test
  void L34_once_the_lease_is_over_every_call_says_so_with_76() {
    insideRun();
    desktop.environment.put("PRLEASE_SESSION", "alpha");
    desktop.as("op", "break", "--reason", "test");
    Answer acquire = here("acquire");
    assertThat(acquire.code()).isEqualTo(76);
    assertThat(acquire.err())
        .startsWith("prlease acquire: this runs under a lease on acme/app#42 that is over")
        .contains("nobody does")
        .contains("unset PRLEASE_KEY");
    assertThat(here("assert").code()).isEqualTo(76);
    assertThat(here("renew").code()).isEqualTo(76);
    assertThat(here("release").code()).isZero();
  }

  @Test
  void a_later_holding_of_the_same_session_is_not_the_one_of_the_environment() {
    insideRun();
    var inherited = Map.copyOf(desktop.environment);
    desktop.environment.keySet().removeIf(name -> !name.equals("PRLEASE_HOME"));
    assertThat(desktop.as("alpha", "release").out()).isEqualTo("released acme/app#42\n");
    desktop.clock.advance(Duration.ofSeconds(1));
    assertThat(desktop.as("alpha", "acquire").code()).isZero();
    desktop.environment.putAll(inherited);
    assertThat(here("acquire").code()).isEqualTo(76);
    assertThat(here("assert").code()).isEqualTo(76);
    assertThat(here("renew").code()).isEqualTo(76);
    assertThat(here("release").err()).contains("is over");
    assertThat(desktop.as("alpha", "status", "--json").json("state")).isEqualTo("held");
  }

  @Test
  void what_a_run_left_behind_joins_no_later_run_of_its_session() {
    desktop.makeCommandsRun();
    insideRun();
    Map<String, String> orphan = Map.copyOf(desktop.environment);
    for (boolean nextRunIsAtWork : List.of(false, true)) {
      desktop.environment.keySet().removeIf(name -> !name.equals("PRLEASE_HOME"));
      // The run hands it over when it ends; the next one takes it up.
      assertThat(desktop.as("alpha", "acquire").code()).isZero();
      assertThat(desktop.as("alpha", "run", "--", "true").code()).isZero();
      if (nextRunIsAtWork) {
        desktop.makeRun(99);
      }
      desktop.environment.putAll(orphan);
      String acted = desktop.directory.resolve("acted").toString();
      Answer run = here("run", "--", "touch", acted);
      assertThat(run.code()).isEqualTo(76);
      assertThat(run.err())
          .contains("is over", "that run is over")
          .contains("next: Stop acting on it. To begin anew: unset PRLEASE_KEY");
      for (String command : List.of("acquire", "renew", "assert")) {
        assertThat(here(command).code()).as(command).isEqualTo(76);
      }
      assertThat(here("release").err()).contains("is over");
      assertThat(desktop.directory.resolve("acted")).doesNotExist();
    }
    desktop.environment.keySet().removeIf(name -> !name.equals("PRLEASE_HOME"));
    assertThat(desktop.prlease("status", "--key", "acme/app#42", "--json").json("state"))
        .isEqualTo("held");
  }

  @Test
  void P14_a_record_that_lost_its_fence_is_joined_by_its_session() {
    insideRun();
    desktop.plant(
        "{\"record\":{\"schema_version\":1,\"key\":{\"repo\":\"acme/app\",\"pr_number\":42},"
            + "\"owner_session_id\":\"alpha\",\"acquired_at\":\""
            + desktop.clock.now()
            + "\",\"ttl_secs\":900}}");
    assertThat(here("acquire").out()).startsWith("joined acme/app#42\n");
    assertThat(here("release").err()).contains("the prlease run around this");
    assertThat(here("assert").code()).isZero();
  }

  @Test
  void another_key_than_that_of_the_environment_is_acquired_as_usual() {
    insideRun();
    Answer other = here("acquire", "--key", "acme/app#43", "--json");
    assertThat(other.json("origin")).isEqualTo("fresh");
    assertThat(other.json("owner_session_id")).isEqualTo("alpha");
    assertThat(here("release", "--key", "acme/app#43").out()).isEqualTo("released acme/app#43\n");
  }

  @Test
  void PRLEASE_KEY_alone_is_just_the_key() {
    desktop.environment.put("PRLEASE_KEY", "acme/app#42");
    assertThat(here("status").out()).startsWith("acme/app#42: free\n");
    assertThat(here("acquire").code()).isZero();
  }

  @Test
  void a_malformed_PRLEASE_KEY_is_named() {
    desktop.environment.put("PRLEASE_KEY", "nonsense");
    assertThat(here("status").err()).startsWith("prlease status: PRLEASE_KEY: key 'nonsense'");
    assertThat(here("status", "--key", "acme/app#42").code()).isZero();
  }

  @Test
  void B19_an_exported_lease_that_ends_while_it_is_taken_up_is_not_replaced_by_a_fresh_one() {
    evalExport("alpha");
    desktop.makeRun(1234);
    desktop.processes.kill(1234);
    desktop.processes.whenAsked(() -> desktop.clock.advance(Duration.ofMinutes(15)));
    Answer acquire = here("acquire");
    assertThat(acquire.code()).isEqualTo(76);
    assertThat(acquire.err()).contains("a lease on acme/app#42 that is over");
    assertThat(desktop.prlease("status", "--key", "acme/app#42", "--json").json("state"))
        .isEqualTo("expired");
  }

  @Test
  void B19_a_holding_that_the_session_began_meanwhile_is_not_the_exported_one() {
    for (String command : new String[] {"acquire", "run", "release"}) {
      desktop = new Desktop(top.resolve(command));
      evalExport("alpha");
      desktop.makeRun(1234);
      desktop.processes.kill(1234);
      Map<String, String> inherited = Map.copyOf(desktop.environment);
      desktop.processes.whenAsked(
          () -> {
            desktop.environment.keySet().retainAll(java.util.Set.of("PRLEASE_HOME"));
            desktop.as("op", "break", "--reason", "test");
            desktop.clock.advance(Duration.ofSeconds(1));
            desktop.as("alpha", "acquire", "--ttl", "30s");
            desktop.environment.putAll(inherited);
          });
      Answer answer =
          command.equals("run")
              ? here("run", "--", "touch", desktop.directory.resolve("ran").toString())
              : here(command);
      assertThat(answer.code()).as(command).isEqualTo(command.equals("release") ? 0 : 76);
      assertThat(answer.err()).as(command).contains("is over");
      Answer status = desktop.prlease("status", "--key", "acme/app#42", "--json");
      assertThat(status.json("state")).as(command).isEqualTo("held");
      assertThat(status.json("ttl_secs")).as(command).isEqualTo("30");
      assertThat(desktop.directory.resolve("ran")).doesNotExist();
    }
  }

  @Test
  void a_run_under_an_exported_lease_leaves_it_held_and_two_exclude_each_other() {
    desktop.makeCommandsRun();
    evalExport("alpha");
    Answer ran = here("run", "--ttl", "1h", "--", "true");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(here("status", "--json").json("ttl_secs")).isEqualTo("3600");
    assertThat(here("assert").code()).isZero();
    desktop.makeRun(99);
    Answer second = here("run", "--", "true");
    assertThat(second.code()).isEqualTo(75);
    assertThat(second.err()).contains("another command of this session is at work");
    Answer release = here("release");
    assertThat(release.code()).isEqualTo(75);
    assertThat(release.err()).contains("another command of this session is at work");
    assertThat(here("acquire").out()).startsWith("joined ");
    assertThat(here("assert").code()).isZero();
  }

  @Test
  void a_run_under_an_exported_lease_waits_for_another_one_if_asked_to() {
    desktop.makeCommandsRun();
    evalExport("alpha");
    assertThat(here("acquire").code()).isZero();
    desktop.makeRun(99);
    assertThat(here("run", "--wait", "3s", "--", "true").code()).isEqualTo(124);
    desktop.duringPauses.add(() -> desktop.processes.kill(99));
    Answer second = here("run", "--wait", "1m", "--", "true");
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.err().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("prlease run, pid 99").contains("waiting up to 1m"),
            line -> assertThat(line).contains("pid 99 on testhost was killed"));
  }

  @Test
  void inside_a_run_TTL_and_wait_change_nothing_which_is_said() {
    desktop.makeCommandsRun();
    insideRun();
    assertThat(here("run", "--ttl", "1h", "--", "true").err())
        .isEqualTo(
            "prlease run: this joins a lease that a prlease run keeps: --ttl and --wait change"
                + " nothing\n");
    assertThat(here("run", "--wait", "1h", "--", "true").err()).contains("change nothing");
    assertThat(here("run", "--", "true").err()).isEmpty();
    assertThat(here("acquire", "--ttl", "1h").err()).contains("change nothing");
    assertThat(here("status", "--json").json("ttl_secs")).isEqualTo("900");
  }

  @Test
  void B1_a_refresh_of_an_exported_lease_that_is_interrupted_leaves_it_held() {
    evalExport("alpha");
    Thread.currentThread().interrupt();
    Answer again = here("acquire");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(again.code()).isEqualTo(130);
    assertThat(again.err()).contains("stays held, as it was before");
    assertThat(here("assert").code()).isZero();
  }

  @Test
  void B8_a_call_inside_a_run_that_meets_a_fault_does_not_free_its_lease() {
    insideRun();
    desktop.whenComplaining =
        () -> {
          throw new IllegalStateException("fault");
        };
    assertThat(here("acquire", "--ttl", "1h").code()).isEqualTo(70);
    assertThat(here("assert").code()).isZero();
  }

  /** Takes the exported lease up by another process, as soon as a call has just done so. */
  private void overtakeOnce(Runnable afterwards) {
    int before = desktop.events().size();
    AtomicBoolean done = new AtomicBoolean();
    desktop.whenTimeIsRead =
        () -> {
          if (!done.get() && desktop.events().size() > before) {
            done.set(true);
            desktop.processes.pid(99);
            assertThat(here("acquire").code()).isZero();
            afterwards.run();
            desktop.processes.pid(4711);
          }
        };
  }

  @Test
  void A3_a_run_that_took_the_lease_up_since_keeps_its_grant_and_its_time() {
    evalExport("alpha");
    overtakeOnce(() -> desktop.makeRun(99));
    Answer answer = here("acquire", "--ttl", "30s");
    assertThat(answer.code()).as(answer.err()).isEqualTo(75);
    Answer status = here("status", "--json");
    assertThat(status.json("ttl_secs")).isEqualTo("900");
    assertThat(status.json("program")).isEqualTo("prlease run");
  }

  @Test
  void A3_one_that_did_so_and_left_it_idle_is_followed() {
    evalExport("alpha");
    overtakeOnce(() -> {});
    Answer answer = here("acquire", "--ttl", "30s", "--json");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.json("ttl_secs")).isEqualTo("30");
    assertThat(here("assert").code()).isZero();
  }
}
