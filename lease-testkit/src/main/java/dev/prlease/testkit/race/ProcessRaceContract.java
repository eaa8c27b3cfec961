package dev.prlease.testkit.race;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.Crew;
import dev.prlease.testkit.NotOffered;
import dev.prlease.testkit.RuleNames;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Processes race for leases on one place, as a suite: 8 JVMs of 8 threads each, which live as long
 * as the suite (lessons L1, L2, L54). Each race has keys of its own. What all were answered who
 * fought for one key is checked as one {@link History}.
 *
 * <p>For stores that processes share: the place must tell its {@link StoreFixture#location}, and
 * the store's provider must be on the class path.
 */
@DisplayNameGeneration(RuleNames.class)
@ExtendWith(NotOffered.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600) // no measure: only so that a store which hangs fails instead of blocking the build
public abstract class ProcessRaceContract {
  private static final int THREADS = 8;

  private final List<WorkerProcess> workers = new ArrayList<>();
  private Optional<StoreFixture> place = Optional.empty();
  private Optional<LeaseStore> outside = Optional.empty();

  /** For subclasses. */
  protected ProcessRaceContract() {}

  /** Makes a fresh, empty place for slots; called once, and closed in the end. */
  protected abstract StoreFixture newPlace() throws Exception;

  /** Rounds of the race on fresh keys, 200 unless overridden; the other races have an eighth. */
  protected int rounds() {
    return 200;
  }

  /** How many processes race, 8 unless overridden; each has 8 threads. */
  protected int processes() {
    return 8;
  }

  @BeforeAll
  final void startWorkers() throws Exception {
    StoreFixture made = newPlace();
    place = Optional.of(made);
    outside = Optional.of(made.open());
    String location = made.location().orElseThrow();
    for (int i = 0; i < processes(); i++) {
      workers.add(
          new WorkerProcess(RaceWorker.class, "worker-" + i, location, Integer.toString(THREADS)));
    }
    for (WorkerProcess worker : workers) {
      assertThat(worker.answer()).isEqualTo("ready");
    }
  }

  @AfterAll
  final void endWorkers() throws IOException {
    for (WorkerProcess worker : workers) {
      worker.close();
    }
    workers.clear();
    if (outside.isPresent()) {
      outside.get().close();
    }
    if (place.isPresent()) {
      place.get().close();
    }
  }

  @Test
  void L1_a_fresh_key_has_one_winner_among_all_processes_in_every_round() {
    race("fresh", rounds(), key -> {});
  }

  @Test
  void L2_an_expired_lease_is_reclaimed_by_one_among_all_processes_in_every_round() {
    SystemClock clock = new SystemClock();
    race(
        "expired",
        rounds() / 8,
        key ->
            outside
                .orElseThrow()
                .store(
                    LeaseRecord.of(
                        key,
                        SessionId.of("long-gone"),
                        LeaseRecord.cut(clock.now().minusSeconds(100)),
                        Ttl.ofSeconds(60))));
  }

  @TestFactory
  Stream<DynamicTest>
      L2_an_unreadable_record_is_reclaimed_by_one_among_all_processes_in_every_round() {
    return NotOffered.with(
        place.orElseThrow().raw(),
        "RawSlots",
        raw ->
            race(
                "unreadable", rounds() / 8, key -> raw.write(key, "{\"record\":".getBytes(UTF_8))));
  }

  @Test
  void P10_one_key_that_all_processes_fight_for_is_one_lease() {
    assumeTrue(ticksAreShared(), "the processes of this machine share a monotonic clock");
    History history = new History();
    String key = LeaseKey.pullRequest("race/one", 1).toString();
    int times = Math.max(1, rounds() / 25);
    for (String answer : askAll("fight " + times + " " + key)) {
      assertThat(answer).as("a worker's answer").startsWith("fought ");
      for (String call : answer.substring("fought ".length()).split(";", -1)) {
        history.add(History.Call.parse(call));
      }
    }
    assertThat(history.calls())
        .as("calls, at least one a fight")
        .hasSizeGreaterThanOrEqualTo(processes() * THREADS * times);
    history.assertLinearizable();
  }

  /** As many keys as processes: each is at all of them, and meets others at each. */
  @Test
  void P10_many_keys_that_all_processes_fight_for_are_one_lease_each() {
    assumeTrue(ticksAreShared(), "the processes of this machine share a monotonic clock");
    long seed = new Random().nextLong();
    Map<String, History> histories = new LinkedHashMap<>();
    for (int i = 1; i <= processes(); i++) {
      histories.put(LeaseKey.pullRequest("race/many", i).toString(), new History());
    }
    int times = Math.max(1, rounds() / 12);
    String keys = String.join(",", histories.keySet());
    for (int i = 0; i < workers.size(); i++) {
      workers.get(i).ask("wander " + times + " " + (seed + 1_000L * i) + " " + keys);
    }
    for (WorkerProcess worker : workers) {
      String answer = worker.answer();
      assertThat(answer).as("a worker's answer").startsWith("wandered ");
      for (String told : answer.substring("wandered ".length()).split(";", -1)) {
        String[] keyAndCall = told.split(" ", 2);
        Objects.requireNonNull(histories.get(keyAndCall[0])).add(History.Call.parse(keyAndCall[1]));
      }
    }
    assertThat(histories.values().stream().mapToInt(each -> each.calls().size()).sum())
        .as("calls, at least one a fight")
        .isGreaterThanOrEqualTo(processes() * THREADS * times);
    histories.forEach(
        (key, history) ->
            assertThatCode(history::assertLinearizable)
                .as("%s, seed %d", key, seed)
                .doesNotThrowAnyException());
  }

  /** Their ticks lie between two of ours, so they count from the same point. */
  private boolean ticksAreShared() {
    SystemClock clock = new SystemClock();
    for (WorkerProcess worker : workers) {
      long before = clock.ticks();
      worker.ask("ticks");
      long theirs = Long.parseLong(worker.answer().substring("ticks ".length()));
      if (theirs - before < 0 || clock.ticks() - theirs < 0) {
        return false;
      }
    }
    return true;
  }

  /** Few keys, over and over: each slot is collected as soon as it is vacant, by this process. */
  @TestFactory
  Stream<DynamicTest>
      GC_8_a_key_whose_slot_another_process_collects_has_one_winner_in_every_round() {
    return NotOffered.with(
        outside.filter(Collectable.class::isInstance).map(Collectable.class::cast),
        "Collectable",
        this::raceWhileCollecting);
  }

  private void raceWhileCollecting(Collectable collectable) {
    CollectRequest everything =
        new CollectRequest(
            new SystemClock().now().plus(Duration.ofDays(2)),
            Instant.EPOCH,
            CollectRequest.Mode.REMOVE,
            Optional.empty(),
            () -> true);
    AtomicBoolean over = new AtomicBoolean();
    try (Crew crew = new Crew(2)) {
      List<Integer> removed =
          crew.together(
              thread ->
                  thread == 0
                      ? () -> raceFor(3, rounds() / 4, over)
                      : () -> collect(collectable, everything, over));
      assertThat(removed.get(1)).as("slots removed meanwhile").isPositive();
    }
  }

  private int raceFor(int keys, int rounds, AtomicBoolean over) {
    try {
      for (int round = 1; round <= rounds; round++) {
        LeaseKey key = LeaseKey.pullRequest("race/collected", 1 + round % keys);
        assertOneWinner(round, askAll("race " + key));
        askAll("free " + key).forEach(freed -> assertThat(freed).startsWith("freed "));
      }
      return 0;
    } finally {
      over.set(true);
    }
  }

  private static int collect(
      Collectable collectable, CollectRequest everything, AtomicBoolean over) {
    int removed = 0;
    while (!over.get()) {
      removed += collectable.collect(everything).removed().size();
    }
    return removed;
  }

  private void race(String keys, int rounds, Consumer<LeaseKey> setUp) {
    for (int round = 1; round <= rounds; round++) {
      LeaseKey key = LeaseKey.pullRequest("race/" + keys, round);
      setUp.accept(key);
      assertOneWinner(round, askAll("race " + key));
      for (String freed : askAll("free " + key)) {
        assertThat(freed).startsWith("freed ");
      }
    }
  }

  private List<String> askAll(String question) {
    workers.forEach(worker -> worker.ask(question));
    return workers.stream().map(WorkerProcess::answer).toList();
  }

  private static void assertOneWinner(int round, List<String> answers) {
    int wins = 0;
    TreeSet<String> winners = new TreeSet<>();
    TreeSet<String> owners = new TreeSet<>();
    for (String answer : answers) {
      assertThat(answer).as("round %d: a worker's answer", round).startsWith("won ");
      String[] words = answer.split(" ", -1);
      wins += Integer.parseInt(words[1]);
      winners.add(words[2]);
      owners.addAll(List.of(words[4].split(",", -1)));
    }
    winners.remove("-");
    owners.remove("-");
    assertThat(wins).as("round %d: how many of all threads won: %s", round, winners).isEqualTo(1);
    assertThat(owners).as("round %d: whom the others stand down from", round).isEqualTo(winners);
  }
}
