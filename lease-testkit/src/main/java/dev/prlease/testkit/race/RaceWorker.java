package dev.prlease.testkit.race;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.StoreProviders;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.Crew;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A process of a race. It opens the store at the location given, and answers each line on its
 * standard input with one line on its output, until that input ends:
 *
 * <pre>
 * race KEY     all its threads try to acquire KEY together
 *              -&gt; won N SESSION|- owners A,B,…|-       how many won, who, from whom the others stood down
 * free KEY     whoever won it gives it back
 *              -&gt; freed N
 * fight N KEY  all its threads take KEY if they can and give it back, N times
 *              -&gt; fought CALL;CALL;…             as {@link History.Call#text} has them
 * wander N SEED KEY,KEY,…
 *              all its threads do that N times, each time with one of the keys
 *              -&gt; wandered KEY CALL;KEY CALL;…
 * ticks        -&gt; ticks N                            its monotonic clock
 * anything that goes wrong
 *              -&gt; error TEXT
 * </pre>
 */
public final class RaceWorker implements AutoCloseable {
  private static final Ttl LONG = Ttl.ofSeconds(3_600);

  private final String name;
  private final int threads;
  private final ThreadPoolScheduler scheduler = new ThreadPoolScheduler();
  private final LeaseStore store;
  private final LeaseManager manager;
  private final Crew crew;
  private final List<PrLease> won = new ArrayList<>();

  private RaceWorker(String name, String location, int threads) {
    this.name = name;
    this.threads = threads;
    SystemClock clock = new SystemClock();
    this.store =
        StoreProviders.discover()
            .open(location, new StoreContext(clock, scheduler, System.getenv()));
    this.manager = LeaseManager.on(store).clock(clock).scheduler(scheduler).build();
    this.crew = new Crew(threads);
  }

  /** Runs a worker: its name, the store's location, and how many threads it has. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (RaceWorker worker = new RaceWorker(args[0], args[1], Integer.parseInt(args[2]));
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      out.println("ready");
      String line = in.readLine();
      while (line != null) {
        out.println(worker.answer(line));
        line = in.readLine();
      }
    }
  }

  private String answer(String line) {
    try {
      String[] words = line.split(" ", -1);
      return switch (words[0]) {
        case "race" -> race(LeaseKey.parse(words[1]));
        case "free" -> free();
        case "fight" -> fight(Integer.parseInt(words[1]), LeaseKey.parse(words[2]));
        case "wander" -> wander(Integer.parseInt(words[1]), Long.parseLong(words[2]), words[3]);
        case "ticks" -> "ticks " + new SystemClock().ticks();
        default -> "error: what is " + line;
      };
    } catch (RuntimeException | AssertionError failure) {
      return "error " + failure + " caused by " + failure.getCause();
    }
  }

  private String race(LeaseKey key) {
    List<Acquisition> answers =
        crew.together(
            thread -> () -> manager.tryAcquire(key, SessionId.of(name + "-" + thread), LONG));
    Set<String> owners = new TreeSet<>();
    for (Acquisition answer : answers) {
      if (answer instanceof Acquisition.Granted granted) {
        won.add(granted.lease());
      } else {
        owners.add(((Acquisition.Held) answer).refusal().owner().value());
      }
    }
    String winner = won.isEmpty() ? "-" : won.get(0).ownerSessionId().value();
    return "won "
        + (threads - answers.stream().filter(Acquisition.Held.class::isInstance).count())
        + " "
        + winner
        + " owners "
        + (owners.isEmpty() ? "-" : String.join(",", owners));
  }

  private String free() {
    int count = won.size();
    won.forEach(PrLease::release);
    won.clear();
    return "freed " + count;
  }

  private String fight(int times, LeaseKey key) {
    History history = new History();
    crew.together(
        thread ->
            () -> {
              for (int i = 0; i < times; i++) {
                Fight.once(
                    key, SessionId.of(name + "-" + thread), manager, history, Thread::onSpinWait);
              }
              return thread;
            });
    return "fought "
        + history.calls().stream().map(History.Call::text).collect(Collectors.joining(";"));
  }

  private String wander(int times, long seed, String keys) {
    Map<LeaseKey, History> histories = new LinkedHashMap<>();
    for (String key : keys.split(",", -1)) {
      histories.put(LeaseKey.parse(key), new History());
    }
    List<LeaseKey> all = List.copyOf(histories.keySet());
    crew.together(
        thread ->
            () -> {
              Random random = new Random(seed + thread);
              for (int i = 0; i < times; i++) {
                LeaseKey key = all.get(random.nextInt(all.size()));
                History history = Objects.requireNonNull(histories.get(key));
                SessionId session = SessionId.of(name + "-" + thread);
                Fight.once(key, session, manager, history, Thread::onSpinWait);
              }
              return thread;
            });
    return "wandered "
        + histories.entrySet().stream()
            .flatMap(
                each ->
                    each.getValue().calls().stream().map(call -> each.getKey() + " " + call.text()))
            .collect(Collectors.joining(";"));
  }

  @Override
  public void close() {
    crew.close();
    manager.close();
    store.close();
    scheduler.close();
  }
}
