package dev.prlease.store.git;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes wrong is told apart from a lost compare, and says what to do. */
@Timeout(120)
class GitTroubleTest {
  private final BareRepository repository;
  private final HttpGit http;
  private final GitPlaces overHttp;
  private final GitPlaces here;

  GitTroubleTest() throws IOException {
    repository = new BareRepository();
    http = HttpGit.serve(repository);
    overHttp = GitPlaces.served(repository, http.url(), http);
    here = GitPlaces.served(repository, repository.directory().toString(), () -> {});
  }

  @BeforeEach
  void nothingIsThere() throws IOException {
    assertThat(repository.tip(ref())).isEmpty();
  }

  @AfterEach
  void close() throws IOException {
    overHttp.close();
  }

  private static String ref() {
    return new RefNames(GitPlaces.OPTIONS.namespace()).of(KEY);
  }

  private static Change change() {
    return Change.hold(holding(KEY, ALICE, 10));
  }

  private static LeaseStoreException error(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(LeaseStoreException.class);
    LeaseStoreException error = (LeaseStoreException) thrown;
    assertThat(error.nextStep()).isNotBlank();
    return error;
  }

  private static LeaseStoreException notWritten(LeaseStore store) {
    LeaseStoreException error =
        error(() -> store.compareAndExchange(KEY, Expected.vacant(), change()));
    assertThat(error.outcome()).as("%s", error).isEqualTo(Outcome.NOT_WRITTEN);
    return error;
  }

  @Test
  void a_remote_that_is_gone_is_an_error_and_never_vacant() throws IOException {
    try (LeaseStore store = here.open()) {
      Files.move(repository.directory(), repository.parent().resolve("aside"));
      assertThat(notWritten(store).getMessage()).contains("does not appear to be a git repository");
      assertThat(error(() -> store.load(KEY)).nextStep()).contains("remote's URL");
      assertThat(error(() -> store.list(LeaseFilter.ALL))).isNotNull();
      assertThat(((GitLeaseStore) store).diagnose())
          .extracting(Finding::level)
          .containsExactly(Finding.Level.ERROR);
    }
  }

  @Test
  void nobody_who_answers_is_an_error() throws IOException {
    http.close();
    try (LeaseStore store = overHttp.open()) {
      assertThat(notWritten(store).nextStep()).contains("network");
      assertThat(error(() -> store.load(KEY)).nextStep()).contains("network");
    }
  }

  @Test
  void who_may_read_alone_is_told_so() throws IOException {
    http.answers(HttpGit.Answer.FORBIDDEN);
    try (LeaseStore store = overHttp.open()) {
      assertThat(store.load(KEY)).isEqualTo(Slots.ABSENT);
      LeaseStoreException error = notWritten(store);
      assertThat(error.getMessage()).contains("403");
      assertThat(error.nextStep()).contains("account that may write");
    }
  }

  @Test
  void a_login_that_is_missing_is_an_error_at_once_and_one_in_the_url_is_used_and_never_told()
      throws IOException {
    http.demand("hunter2hunter2");
    try (LeaseStore store = overHttp.open()) {
      assertThat(notWritten(store).nextStep()).contains("Log in");
      assertThat(error(() -> store.load(KEY)).nextStep()).contains("Log in");
    }
    String with = "http://somebody:hunter2hunter2@" + http.host();
    GitPlaces known = GitPlaces.served(repository, with + "/remote.git", () -> {});
    try (LeaseStore store = known.open()) {
      assertThat(store.compareAndSet(KEY, Expected.vacant(), change())).isTrue();
      assertThat(store.location()).doesNotContain("hunter2");
      assertThat(((GitLeaseStore) store).repository()).doesNotContain("hunter2");
    }
    GitPlaces wrong = GitPlaces.served(repository, with + "/nothing.git", () -> {});
    try (LeaseStore store = wrong.open()) {
      LeaseStoreException error = notWritten(store);
      assertThat(error.getMessage() + error.nextStep()).doesNotContain("hunter2");
    }
  }

  @Test
  void a_hook_that_refuses_is_told_with_its_words_and_is_no_lost_compare() throws IOException {
    repository.hook("pre-receive", "#!/bin/sh\necho 'only branches here' >&2\nexit 1\n");
    try (LeaseStore store = here.open()) {
      LeaseStoreException error = notWritten(store);
      assertThat(error.getMessage()).contains("hook declined", "only branches here", ref());
      assertThat(error.nextStep()).contains("hook");
    }
    repository.hook("pre-receive", "#!/bin/sh\nexit 0\n");
    repository.hook("update", "#!/bin/sh\nexit 1\n");
    try (LeaseStore store = overHttp.open()) {
      assertThat(notWritten(store).getMessage()).contains("hook declined");
    }
  }

  @Test
  void a_namespace_that_is_hidden_is_told_and_another_one_can_be_used() throws IOException {
    repository.configure("[transfer]\n\thideRefs = refs/leases\n");
    try (LeaseStore store = here.open()) {
      LeaseStoreException error = notWritten(store);
      assertThat(error.getMessage()).contains("hidden ref");
      assertThat(error.nextStep()).contains("namespace=refs/heads/prlease");
    }
    try (LeaseStore store = here.open(GitPlaces.OPTIONS.withNamespace("refs/heads/prlease"))) {
      assertThat(store.compareAndSet(KEY, Expected.vacant(), change())).isTrue();
      assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Held.class);
      assertThat(store.list(LeaseFilter.ALL)).hasSize(1);
      LeaseSlot held = store.load(KEY);
      assertThat(store.compareAndSet(KEY, Expected.exactly(held.version()), change())).isTrue();
    }
    assertThat(repository.tip("refs/heads/prlease/" + ref().substring("refs/leases/".length())))
        .isPresent();
  }

  @Test
  void references_that_are_shown_to_pushes_alone_are_told_of_as_such() throws IOException {
    try (LeaseStore store = here.open()) {
      assertThat(store.compareAndSet(KEY, Expected.vacant(), change())).isTrue();
    }
    repository.configure("[uploadpack]\n\thideRefs = refs/leases\n");
    try (LeaseStore store = here.open()) {
      assertThat(notWritten(store).getMessage()).contains("otherwise to those who fetch");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpGit.Answer.class,
      names = {"BAD_GATEWAY", "DROPPED", "CUT"})
  void LS_13_an_answer_that_is_lost_leaves_the_outcome_unknown(HttpGit.Answer lost)
      throws IOException {
    http.answers(lost);
    Change change = change();
    try (LeaseStore store = overHttp.open()) {
      LeaseStoreException error =
          error(() -> store.compareAndExchange(KEY, Expected.vacant(), change));
      assertThat(error.outcome()).as("%s", error).isEqualTo(Outcome.UNKNOWN);
      assertThat(store.load(KEY).writeId()).contains(change.writeId());
    }
  }

  @Test
  void LS_13_a_push_that_takes_too_long_is_ended_with_all_that_it_started() throws Exception {
    repository.hook("pre-receive", "#!/bin/sh\necho $$ > began\nexec sleep 1000\n");
    try (LeaseStore store = here.open(GitPlaces.OPTIONS.withTimeout(Duration.ofSeconds(2)))) {
      LeaseStoreException error =
          error(() -> store.compareAndExchange(KEY, Expected.vacant(), change()));
      assertThat(error.outcome()).as("%s", error).isEqualTo(Outcome.UNKNOWN);
      assertThat(store.lateWriteBound()).isGreaterThan(Duration.ofSeconds(2));
    }
    long pid = Long.parseLong(Files.readString(repository.directory().resolve("began")).strip());
    assertThat(runs(pid)).isFalse();
    repository.hook("pre-receive", "#!/bin/sh\nexit 0\n");
    try (LeaseStore store = here.open()) {
      assertThat(store.load(KEY)).isEqualTo(Slots.ABSENT);
    }
  }

  /** What ended may stay in the table until somebody asks for it. */
  private static boolean runs(long pid) throws IOException {
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
  }

  @Test
  void without_git_that_is_told() {
    GitLeaseStore store =
        GitLeaseStore.open(
            repository.directory().toString(),
            GitPlaces.OPTIONS,
            repository.parent(),
            Contexts.with(Map.of("PATH", "/nowhere")));
    assertThat(notWritten(store).nextStep()).contains("Install git");
    assertThat(store.diagnose()).extracting(Finding::level).containsExactly(Finding.Level.ERROR);
    store.close();
  }

  @Test
  void a_doctor_is_content_with_what_works() {
    try (GitLeaseStore store = here.open(GitPlaces.OPTIONS)) {
      List<Finding> findings = store.diagnose();
      assertThat(findings).extracting(Finding::level).containsExactly(Finding.Level.OK);
    }
  }
}
