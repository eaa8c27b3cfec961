package dev.prlease.store.git;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.FencedChange;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.SystemClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is the git store's own. */
@Timeout(120)
class GitLeaseStoreTest {
  private final GitPlaces place;
  private final List<String> calls = new CopyOnWriteArrayList<>();

  GitLeaseStoreTest() throws IOException {
    place = GitPlaces.path();
  }

  @AfterEach
  void close() throws IOException {
    place.close();
  }

  private GitLeaseStore counted() {
    return place.open(GitPlaces.OPTIONS, this::counting);
  }

  private ProcessResult counting(ProcessRequest request) {
    calls.add(request.command().words().get(1));
    return GitPlaces.real(request);
  }

  private static LeaseSlot hold(LeaseStore store, LeaseKey key, int fence) {
    Exchange answer =
        store.compareAndExchange(key, Expected.vacant(), Change.hold(holding(key, ALICE, fence)));
    assertThat(answer).isInstanceOf(Exchange.Swapped.class);
    return answer.slot();
  }

  private static String ref(LeaseKey key) {
    return new RefNames(GitPlaces.OPTIONS.namespace()).of(key);
  }

  @Test
  void the_service_loader_finds_it() {
    assertThat(ServiceLoader.load(LeaseStoreProvider.class))
        .extracting(LeaseStoreProvider::scheme)
        .contains("git");
  }

  @Test
  void a_change_by_one_who_has_seen_the_slot_is_one_call_of_git_and_so_is_a_fresh_key() {
    try (GitLeaseStore store = counted()) {
      LeaseSlot held = hold(store, KEY, 10);
      assertThat(calls).as("acquiring a fresh key").containsExactly("push");
      Exchange renewed =
          store.compareAndExchange(
              KEY, Expected.exactly(held.version()), Change.hold(holding(KEY, ALICE, 10)));
      assertThat(calls).as("renewing").containsExactly("push", "push");
      store.compareAndExchange(
          KEY, Expected.exactly(renewed.slot().version()), Change.vacate(new Fence(10)));
      hold(store, KEY, 20);
      assertThat(calls).as("releasing, and acquiring again").hasSize(4).containsOnly("push");
      calls.clear();
      store.load(KEY);
      assertThat(calls).as("asserting").containsExactly("fetch");
    }
  }

  @Test
  void LS_10_an_object_that_is_longer_than_any_lease_is_unreadable_and_hides_no_other()
      throws IOException {
    try (GitLeaseStore store = counted()) {
      LeaseKey other = LeaseKey.pullRequest("acme/app", 8);
      hold(store, other, 10);
      String head = "tree " + ArchiveTree.empty(place.repository().objects()) + "\n\n";
      byte[] huge = (head + "x".repeat(LooseObjects.LONGEST)).getBytes(StandardCharsets.UTF_8);
      place.repository().point(ref(KEY), place.repository().objects().write("commit", huge));
      LeaseSlot slot = store.load(KEY);
      assertThat(slot).isInstanceOf(LeaseSlot.Unreadable.class);
      assertThat(store.list(LeaseFilter.ALL)).hasSize(2);
      assertThat(store.loadAll(List.of(KEY, other)))
          .allSatisfy(result -> assertThat(result).isInstanceOf(LoadResult.Answered.class));
      Exchange reclaimed =
          store.compareAndExchange(
              KEY, Expected.exactly(slot.version()), Change.hold(holding(KEY, ALICE, 20)));
      assertThat(reclaimed).isInstanceOf(Exchange.Swapped.class);
    }
  }

  @Test
  void a_temporary_directory_that_was_swept_away_is_made_anew() throws IOException {
    try (GitLeaseStore store = counted()) {
      LeaseSlot held = hold(store, KEY, 10);
      for (Path each : workspaces()) {
        BareRepository.delete(each);
      }
      assertThat(store.load(KEY)).isEqualTo(held);
      assertThat(workspaces()).hasSize(1);
    }
    assertThat(workspaces()).isEmpty();
  }

  @Test
  void what_a_killed_process_left_is_swept_after_a_week() throws IOException {
    Instant now = new SystemClock().now();
    Path left = leftOver("prlease-git-1", now.minus(Duration.ofDays(8)));
    Path inUse = leftOver("prlease-git-2", now.minus(Duration.ofDays(6)));
    Path others = leftOver("somebody-1", now.minus(Duration.ofDays(8)));
    try (GitLeaseStore store = counted()) {
      assertThat(store.load(KEY)).isEqualTo(Slots.ABSENT);
    }
    assertThat(left).doesNotExist();
    assertThat(inUse).exists();
    assertThat(others).exists();
  }

  private Path leftOver(String name, Instant used) throws IOException {
    Path directory = Files.createDirectories(place.repository().parent().resolve(name));
    Files.createDirectory(directory.resolve("objects"));
    Files.setLastModifiedTime(directory, FileTime.from(used));
    return directory;
  }

  @Test
  void LS_15_a_batch_is_one_push_with_a_result_for_each_and_LS_21_one_fetch() {
    List<LeaseKey> keys = new ArrayList<>();
    for (int number = 1; number <= 12; number++) {
      keys.add(LeaseKey.pullRequest("acme/app", number));
    }
    try (GitLeaseStore store = counted();
        LeaseStore other = place.open()) {
      hold(other, keys.get(3), 5);
      List<ExchangeRequest> requests =
          keys.stream()
              .map(
                  key ->
                      new ExchangeRequest(
                          key, Expected.vacant(), Change.hold(holding(key, BOB, 10))))
              .toList();
      List<ExchangeResult> results = store.exchangeAll(requests);
      assertThat(calls).as("one is refused, and looked at").containsExactly("push", "fetch");
      for (int i = 0; i < keys.size(); i++) {
        assertThat(results.get(i))
            .isInstanceOfSatisfying(
                ExchangeResult.Answered.class,
                answered ->
                    assertThat(answered.exchange() instanceof Exchange.Swapped)
                        .isEqualTo(!answered.key().equals(keys.get(3))));
      }
      calls.clear();
      keys.add(LeaseKey.pullRequest("acme/app", 99));
      List<LoadResult> loaded = store.loadAll(keys);
      assertThat(calls).containsExactly("fetch");
      assertThat(loaded).extracting(LoadResult::key).isEqualTo(keys);
      assertThat(((LoadResult.Answered) loaded.get(12)).slot()).isEqualTo(Slots.ABSENT);
      assertThat(store.list(LeaseFilter.ALL)).hasSize(12);
    }
  }

  @Test
  void git_log_of_the_reference_is_the_history_and_bounded() throws IOException {
    GitStoreOptions options = GitPlaces.OPTIONS.withHistory(3);
    try (LeaseStore store = place.open(options)) {
      LeaseSlot slot = hold(store, KEY, 10);
      List<Integer> lengths = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        slot =
            store
                .compareAndExchange(
                    KEY, Expected.exactly(slot.version()), Change.hold(holding(KEY, ALICE, 10)))
                .slot();
        lengths.add(log().size());
      }
      assertThat(lengths).containsExactly(2, 3, 1, 2, 3, 1);
      assertThat(log().get(0)).contains(KEY.toString(), "held by '" + ALICE);
      assertThat(slot.version().token()).isEqualTo(place.repository().tip(ref(KEY)).orElseThrow());
    }
  }

  @Test
  void a_server_that_lets_no_history_begin_anew_gets_a_longer_one() {
    place.repository().configure("[receive]\n\tdenyNonFastForwards = true\n");
    String branches = "refs/heads/prlease";
    GitStoreOptions options = GitPlaces.OPTIONS.withHistory(2).withNamespace(branches);
    try (LeaseStore store = place.open(options)) {
      LeaseSlot slot = hold(store, KEY, 10);
      for (int i = 0; i < 5; i++) {
        slot =
            store
                .compareAndExchange(
                    KEY, Expected.exactly(slot.version()), Change.hold(holding(KEY, ALICE, 10)))
                .slot();
      }
      assertThat(log(new RefNames(branches).of(KEY))).hasSize(6);
    }
  }

  private List<String> log() {
    return log(ref(KEY));
  }

  private List<String> log(String ref) {
    return place.repository().git("log", "--format=%s", ref).lines().toList();
  }

  @Test
  void L56_nothing_of_the_users_is_touched_and_a_remotes_name_is_looked_up() throws IOException {
    Path checkout = place.repository().parent().resolve("checkout");
    place.repository().plainGit(List.of("init", "-q", checkout.toString()));
    Path config = checkout.resolve(".git/config");
    Files.writeString(
        config,
        Files.readString(config)
            + "[remote \"origin\"]\n\turl = /nowhere.git\n\tpushurl = abc:remote.git\n"
            + "\tfetch = +refs/*:refs/remotes/origin/*\n"
            + "[url \""
            + place.repository().parent()
            + "/\"]\n\tinsteadOf = abc:\n"
            + "[core]\n\thooksPath = /bin\n[push]\n\tfollowTags = true\n");
    Map<String, String> environment =
        new HashMap<>(Map.of("PATH", BareRepository.path(), "GIT_CONFIG_NOSYSTEM", "1"));
    Path sub = Files.createDirectory(checkout.resolve("sub"));
    Map<String, String> before = contents(checkout);
    try (GitLeaseStore store =
        GitLeaseStore.open("origin", GitPlaces.OPTIONS, sub, Contexts.with(environment))) {
      hold(store, KEY, 10);
      assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Held.class);
      assertThat(store.location()).isEqualTo(place.open().location());
      assertThat(store.repository()).isEqualTo(place.repository().directory().toString());
    }
    assertThat(contents(checkout)).isEqualTo(before);
    assertThat(place.repository().tip(ref(KEY))).isPresent();
    assertThatThrownBy(
            () ->
                GitLeaseStore.open("upstream", GitPlaces.OPTIONS, sub, Contexts.with(environment)))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("has no remote upstream");
    assertThatThrownBy(
            () ->
                GitLeaseStore.open(
                    "origin", GitPlaces.OPTIONS, Path.of("/"), Contexts.with(environment)))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("in no checkout");
  }

  private static Map<String, String> contents(Path top) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(top)) {
      for (Path each : all.toList()) {
        contents.put(
            each.toString(),
            Files.isRegularFile(each)
                ? Files.getLastModifiedTime(each) + " " + Files.size(each)
                : "");
      }
    }
    return contents;
  }

  @Test
  void nothing_is_left_behind_where_it_worked() throws IOException {
    try (LeaseStore store = place.open()) {
      hold(store, KEY, 10);
      assertThat(workspaces()).hasSize(1);
    }
    assertThat(workspaces()).isEmpty();
  }

  private List<Path> workspaces() throws IOException {
    try (Stream<Path> all = Files.list(place.repository().parent())) {
      return all.filter(path -> path.getFileName().toString().startsWith("prlease-git-")).toList();
    }
  }

  @Test
  void many_calls_begin_the_workspace_anew_and_lose_nothing() throws IOException {
    try (GitLeaseStore store = place.open(GitPlaces.OPTIONS)) {
      LeaseSlot held = hold(store, KEY, 10);
      store.retireWorkspace();
      assertThat(workspaces()).isEmpty();
      assertThat(
              store.compareAndSet(
                  KEY, Expected.exactly(held.version()), Change.hold(holding(KEY, ALICE, 10))))
          .isTrue();
      assertThat(log()).hasSize(2);
    }
  }

  @Test
  void PF_1_to_3_what_a_push_carries_is_the_exchange_that_was_asked_for() throws IOException {
    try (GitLeaseStore store = place.open(GitPlaces.OPTIONS)) {
      LeaseSlot held = hold(store, KEY, 10);
      Change change = Change.hold(holding(KEY, ALICE, 10));
      try (FencedChange fenced = store.prepare(KEY, held.version(), change);
          FencedChange late = store.prepare(KEY, held.version(), Change.vacate(Fence.NONE))) {
        assertThat(store.load(KEY)).as("PF-1").isEqualTo(held);
        carry(fenced);
        assertThat(store.load(KEY)).as("PF-2").isEqualTo(fenced.slot());
        assertThat(fenced.slot().writeId()).contains(change.writeId());
        assertThatThrownBy(() -> carry(late)).as("PF-3").hasMessageContaining("git failed");
      }
      assertThatThrownBy(() -> store.prepare(KEY, new SlotVersion("x"), change))
          .hasMessageContaining("moved by somebody else");
    }
    assertThat(workspaces()).isEmpty();
  }

  /** As another program pushes, which has only what it was handed. */
  private void carry(FencedChange change) throws IOException {
    Path repository = place.repository().parent().resolve("carrier" + System.nanoTime());
    place.repository().plainGit(List.of("init", "-q", "--bare", repository.toString()));
    Path alternates = repository.resolve("objects/info/alternates");
    Files.createDirectories(alternates.getParent());
    Files.writeString(alternates, change.objects() + "\n");
    place
        .repository()
        .plainGit(
            List.of(
                "--git-dir=" + repository,
                "push",
                "--atomic",
                "--force-with-lease=" + change.reference() + ":" + change.expected(),
                place.url(),
                change.commit() + ":" + change.reference()));
  }

  @Test
  void P10_clocks_count_as_apart_by_ten_seconds_unless_told_otherwise() {
    try (GitLeaseStore store = place.open(GitStoreOptions.DEFAULTS)) {
      assertThat(store.clock().uncertainty()).isEqualTo(Duration.ofSeconds(10));
    }
    try (GitLeaseStore store = place.open(GitPlaces.OPTIONS)) {
      assertThat(store.clock().uncertainty()).isZero();
    }
  }
}
