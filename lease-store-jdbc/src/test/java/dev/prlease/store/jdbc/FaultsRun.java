package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.testkit.Crew;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Hosts at a few keys, whose server and network fail in all ways meanwhile. */
final class FaultsRun {
  private static final int HOSTS = 3;
  private static final int SESSIONS = 3;

  /** Between two faults; a fault should find calls under way. */
  private static final int LONGEST_PAUSE_MILLIS = 600;

  private final RestartableServer server;
  private final Proxy proxy;
  private final Random random;
  private final OwnershipJournal journal = new OwnershipJournal();
  private final List<LeaseKey> keys = new ArrayList<>();

  /** What fails, and how often of twenty times. */
  private enum Fault {
    RESTART("server restarted", 1),
    CRASH("server crashed", 1),
    KILL("some backends killed", 4),
    CUT("all connections cut", 2),
    DROP_ANSWER("answer dropped", 4),
    DROP_REQUEST("request dropped", 2),
    DELAY_ANSWER("answer delayed", 3),
    DELIVER_LATE("request delivered late", 3);

    final String text;
    final int share;

    Fault(String text, int share) {
      this.text = text;
      this.share = share;
    }
  }

  private FaultsRun(RestartableServer server, Proxy proxy, Random random) {
    this.server = server;
    this.proxy = proxy;
    this.random = random;
    for (int i = 1; i <= 3; i++) {
      keys.add(LeaseKey.pullRequest("acme/app", i));
    }
  }

  /** Strikes {@code faults} times, demands what must be true then, and says how often what was. */
  static Map<String, Integer> of(Path data, long seed, int faults) throws Exception {
    List<Fault> shares = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      shares.addAll(Collections.nCopies(fault.share, fault));
    }
    Random random = new Random(seed);
    List<Fault> plan = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      plan.add(shares.get(random.nextInt(shares.size())));
    }
    return play(data, random, plan);
  }

  /** The same, with each kind of fault once, in any order. */
  static Map<String, Integer> each(Path data, long seed) throws Exception {
    Random random = new Random(seed);
    List<Fault> plan = new ArrayList<>(List.of(Fault.values()));
    Collections.shuffle(plan, random);
    return play(data, random, plan);
  }

  private static Map<String, Integer> play(Path data, Random random, List<Fault> plan)
      throws Exception {
    try (RestartableServer server = new RestartableServer(data);
        Proxy proxy = new Proxy(server.port())) {
      return new FaultsRun(server, proxy, random).play(plan);
    }
  }

  private JdbcLeaseStore open(int port) {
    return JdbcLeaseStore.open("jdbc:" + Postgres.rest(port, "public"), PostgresPlaces.context());
  }

  private Map<String, Integer> play(List<Fault> plan) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<FaultyHost> hosts = new ArrayList<>();
    try (JdbcLeaseStore looking = open(server.port());
        Crew crew = new Crew(HOSTS * SESSIONS + 1)) {
      looking.install();
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < HOSTS; i++) {
        FaultyHost host = new FaultyHost("host" + i, open(proxy.port()), journal, keys);
        hosts.add(host);
        for (int j = 0; j < SESSIONS; j++) {
          int thread = j;
          Random own = new Random(random.nextLong());
          running.add(crew.start(() -> host.run(own, thread, over)));
        }
      }
      Future<Integer> looks = crew.start(() -> look(looking, over));
      try {
        for (Fault fault : plan) {
          pause(random.nextInt(LONGEST_PAUSE_MILLIS));
          strike(fault);
        }
      } finally {
        over.set(true);
      }
      int granted = 0;
      for (Future<Integer> each : running) {
        granted += Crew.await(each);
      }
      int unusedFailed = Crew.await(looks);
      journal.assertSound();
      Map<String, Integer> figures = journal.counts();
      figures.put("holdings", granted);
      return figures;
    } finally {
      hosts.forEach(FaultyHost::close);
    }
  }

  private int look(JdbcLeaseStore store, AtomicBoolean over) {
    int failed = 0;
    while (!over.get()) {
      for (LeaseKey key : keys) {
        long began = journal.ticks();
        try {
          journal.saw(key, store.load(key), began);
        } catch (LeaseStoreException away) {
          failed++;
        }
      }
      pause(2);
    }
    return failed;
  }

  private void strike(Fault fault) throws IOException, SQLException {
    switch (fault) {
      case RESTART -> server.restart();
      case CRASH -> server.crash();
      case KILL ->
          server.run(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                  + " WHERE application_name = 'prlease' AND random() < 0.5");
      case CUT -> {
        proxy.goDown();
        pause(random.nextInt(500));
        proxy.comeBack();
      }
      case DROP_ANSWER -> proxy.loseNextAnswer();
      case DROP_REQUEST -> proxy.loseNextRequest();
      case DELAY_ANSWER -> proxy.delayNextAnswer(Duration.ofMillis(random.nextInt(9_000)));
      case DELIVER_LATE -> {
        proxy.deliverNextRequestLate();
        pause(200 + random.nextInt(3_000));
        proxy.deliverAll();
      }
    }
    journal.count("fault: " + fault.text);
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
  }
}
