package dev.prlease.cli;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.MergeStory.Deed;
import dev.prlease.cli.MergeStory.HeldUp;
import dev.prlease.cli.MergeStory.Waiting;
import dev.prlease.cli.MergeStory.Who;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.Logged;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.json.DecodedEvent;
import dev.prlease.json.EventJson;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.store.file.FileLeaseStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two processes of {@code prlease watch-and-merge} at one pull request, with the real gh at a forge
 * on the loopback, while a {@link MergeStory} is done to them; and one more afterwards, if neither
 * of them has merged it, which must.
 */
final class MergeRace implements AutoCloseable {
  /** Longer than a lease lasts. */
  static final Duration OVER = MergeStory.TTL.plusMillis(500);

  private static final String REPO = ForgeServer.HOST + "/acme/app";
  private static final LeaseKey KEY =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 42);

  /** Merged, unintelligible, stood down, lost, expired, waited in vain, killed. */
  private static final Set<Integer> ENDS =
      Set.of(
          ExitCode.DONE,
          ExitCode.UNAVAILABLE,
          ExitCode.HELD,
          ExitCode.NOT_OWNER,
          ExitCode.EXPIRED,
          ExitCode.TIMED_OUT,
          137);

  /** How it ended: what each exited with, and how often what happened. */
  record Result(Map<Who, Answer> answers, Map<String, Integer> figures) {
    int code(Who who) {
      return Objects.requireNonNull(answers.get(who)).code();
    }
  }

  private final MergeStory story;
  private final Path top;
  private final Processing processing;
  private final ForgeServer server = ForgeServer.start();
  private final ThreadPoolScheduler scheduler = new ThreadPoolScheduler();
  private final ScheduledExecutorService later = Executors.newScheduledThreadPool(2);
  private final FileLeaseStore store;
  private final MergeWitness witness;
  private final ScriptedPull pull;
  private final Map<String, Contender> contenders = new ConcurrentHashMap<>();
  private final Map<String, Who> roles = new ConcurrentHashMap<>();
  private final Map<String, Integer> figures = new TreeMap<>(); // guarded by itself
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger moves = new AtomicInteger();

  MergeRace(Path top, MergeStory story) throws IOException {
    this.story = story;
    this.top = top;
    this.processing = new Processing(top);
    this.store =
        FileLeaseStore.open(
            processing.home.resolve("leases"),
            new StoreContext(new SystemClock(), scheduler, Map.of()));
    this.witness = new MergeWitness(store, KEY, new SystemClock());
    this.pull = server.pull("acme/app", 42);
    pull.checks(ScriptedCheck.ended("build", "SUCCESS"));
    if (story.pendingReads() > 0) {
      pull.checks(ScriptedCheck.running("build"))
          .onRead(
              story.pendingReads() + 1,
              then -> then.checks(ScriptedCheck.ended("build", "SUCCESS")));
    }
    server.faults().chaos(this::meet);
  }

  /** Runs it to the end, and fails if anything was as it must not be. */
  Result run() throws Exception {
    Map<Who, Answer> answers = new EnumMap<>(Who.class);
    Contender first = start("first", Who.FIRST, Waiting.WAITS);
    if (!story.cue().isEmpty()) {
      server.await(story.cue());
    }
    if (later.schedule(() -> {}, story.second().toMillis(), TimeUnit.MILLISECONDS).get() != null) {
      throw new IllegalStateException("a delay has a result");
    }
    Contender second = start("second", Who.SECOND, story.waiting());
    answers.put(Who.FIRST, first.running.end());
    answers.put(Who.SECOND, second.running.end());
    over.countDown();
    Optional<Answer> heir = Optional.empty();
    if (!pull.state().equals("MERGED")) {
      heir = Optional.of(start("heir", Who.SECOND, Waiting.WAITS).running.end());
    }
    check(answers, heir);
    return new Result(answers, figures(answers, heir));
  }

  private Contender start(String name, Who role, Waiting waiting) throws IOException {
    // Other races have others: by it the programs of this one are found.
    String token = "gho_" + name + "0123456789" + server.port();
    server.state().login(token, name);
    Map<String, String> environment =
        server.environment(Files.createDirectories(top.resolve(name)), token);
    List<String> words =
        new ArrayList<>(
            List.of("watch-and-merge", "42", "--repo", REPO, "--interval", "5s", "--ttl"));
    words.add(MergeStory.TTL.toSeconds() + "s");
    words.addAll(waiting == Waiting.WAITS ? List.of("--wait", "60s") : List.of());
    roles.put(token, role);
    synchronized (contenders) { // What asks before it is known waits.
      Contender made =
          new Contender(
              name,
              token,
              processing.start(
                  processing.directory,
                  environment,
                  Processing.command(words.toArray(new String[0]))));
      contenders.put(token, made);
      return made;
    }
  }

  /** On a thread of the forge, when a request has come and nothing was done. */
  private Optional<Fault> meet(Logged arrived) {
    Contender who;
    List<Contender> all;
    synchronized (contenders) {
      who = contenders.get(arrived.token());
      all = List.copyOf(contenders.values());
    }
    if (who == null) {
      throw new IllegalStateException("nobody is known by the token of " + arrived);
    }
    int nth = who.asks(arrived.operation());
    if (arrived.operation().equals(MergeStory.MERGES)) {
      witness.seesMerge(arrived, who, all);
    } else {
      witness.sees(who);
    }
    if (over.getCount() == 0) {
      return Optional.empty();
    }
    for (Deed deed : story.deeds()) {
      if (deed.who() == roles.get(arrived.token())
          && deed.operation().equals(arrived.operation())
          && deed.nth() == nth) {
        count(deed.what().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        Optional<Fault> fault = act(deed, who);
        return deed.heldUp() == HeldUp.YES && fault.isEmpty()
            ? Optional.of(new Fault.HangsBefore(whenOver()))
            : fault;
      }
    }
    return Optional.empty();
  }

  private Optional<Fault> act(Deed deed, Contender who) {
    switch (deed.what()) {
      case KILL -> who.kill();
      case PAUSE -> {
        who.signal("STOP");
        // Last, so that what it had started, and was held up, goes on without it.
        after(OVER.plusMillis(1_500), () -> who.signal("CONT"));
      }
      case PAUSE_GH -> {
        for (long pid : who.merging()) {
          Contender.signal("STOP", pid);
          afterwards(() -> Contender.signal("CONT", pid));
        }
      }
      case BREAK -> {
        Answer broken = processing.here("break", "--key", KEY.toString(), "--reason", "a test");
        // Nothing to break is no fault.
        assertThat(broken.code()).as(broken.err()).isIn(ExitCode.DONE, ExitCode.NOT_OWNER);
      }
      case MOVE_HEAD -> pull.head(sha((char) ('a' + moves.incrementAndGet())));
      default -> {
        // A fault of the network.
      }
    }
    return switch (deed.what()) {
      case KILL, PAUSE, PAUSE_GH, BREAK, MOVE_HEAD -> Optional.empty();
      case HANG -> Optional.of(new Fault.HangsBefore(whenOver()));
      case HANG_AFTERWARDS -> Optional.of(new Fault.HangsAfter(whenOver()));
      case BAD_GATEWAY -> Optional.of(Fault.badGateway());
      case RATE_LIMIT -> Optional.of(Fault.secondaryRateLimited(1));
      case DROP_BEFORE -> Optional.of(new Fault.DroppedBefore());
      case DROP_AFTER -> Optional.of(new Fault.DroppedAfter());
      case CUT_OFF -> Optional.of(new Fault.CutOff());
      case HALVED -> Optional.of(new Fault.Halved());
    };
  }

  private CountDownLatch whenOver() {
    CountDownLatch latch = new CountDownLatch(1);
    afterwards(latch::countDown);
    return latch;
  }

  private void afterwards(Runnable what) {
    after(OVER, what);
  }

  private void after(Duration delay, Runnable what) {
    var unused = later.schedule(what, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void count(String what) {
    synchronized (figures) {
      figures.merge(what, 1, Integer::sum);
    }
  }

  private void check(Map<Who, Answer> answers, Optional<Answer> heir) throws IOException {
    String told = told(answers, heir);
    assertThat(witness.faults(audit())).as(told).isEmpty();
    assertThat(answers.values()).as(told).allMatch(answer -> ENDS.contains(answer.code()));
    heir.ifPresent(answer -> assertThat(answer.code()).as(told).isZero());
    assertThat(pull.state()).as(told).isEqualTo("MERGED");
    assertThat(server.log("merged")).as(told).hasSize(1);
    awaitNobodyMerging();
    assertThat(contenders.values()).as(told).allMatch(each -> each.merging().isEmpty());
    contenders.keySet().forEach(token -> assertThat(told).doesNotContain(token));
    // Who did not end by itself leaves the lease to its TTL; nobody else does.
    if (contenders.values().stream().noneMatch(Contender::wasKilled)) {
      assertThat(processing.here("status", "--key", KEY.toString()).out())
          .as(told)
          .contains("free");
    }
  }

  /** What somebody who was killed had started ends with his lease: the other may end before. */
  private void awaitNobodyMerging() {
    long end = System.nanoTime() + MergeStory.TTL.toNanos();
    while (contenders.values().stream().anyMatch(each -> !each.merging().isEmpty())
        && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  private String told(Map<Who, Answer> answers, Optional<Answer> heir) throws IOException {
    StringBuilder text = new StringBuilder(story.toString()).append('\n');
    answers.forEach((who, answer) -> text.append(who + ": " + answer + "\n"));
    heir.ifPresent(answer -> text.append("heir: " + answer + "\n"));
    for (Logged logged : server.log()) {
      Contender who = contenders.get(logged.token());
      text.append(
          logged.at()
              + " "
              + (who == null ? "?" : who.name)
              + " "
              + logged.operation()
              + " "
              + logged.effect()
              + "\n");
    }
    Path journal = processing.home.resolve("audit.jsonl");
    return text + (Files.exists(journal) ? Files.readString(journal) : "");
  }

  private List<AuditEvent> audit() throws IOException {
    List<AuditEvent> events = new ArrayList<>();
    for (String line : Files.readAllLines(processing.home.resolve("audit.jsonl"))) {
      // Who is killed in the middle of a line leaves half of it.
      if (EventJson.decode(line.getBytes(StandardCharsets.UTF_8))
          instanceof DecodedEvent.Decoded decoded) {
        events.add(decoded.event());
      }
    }
    return events;
  }

  private Map<String, Integer> figures(Map<Who, Answer> answers, Optional<Answer> heir) {
    synchronized (figures) {
      Map<String, Integer> all = new TreeMap<>(figures);
      all.put("merge calls", witness.calls());
      all.put("merge calls that landed late", witness.landedLate());
      String by = pull.mergedBy();
      all.put("merged by the " + by, 1);
      List<Answer> ended = new ArrayList<>(answers.values());
      heir.ifPresent(ended::add);
      ended.forEach(answer -> all.merge("exits with " + answer.code(), 1, Integer::sum));
      return all;
    }
  }

  @Override
  public void close() {
    contenders.values().forEach(Contender::close);
    later.shutdownNow();
    server.close();
    store.close();
    scheduler.close();
  }
}
