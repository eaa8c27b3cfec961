package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.spi.Registration;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.ManualScheduler.Pauses;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a watch looks at its connection, and how often it asks for one. */
final class PostgresWatchLooksTest {
  private final ManualClock clock = new ManualClock();
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  @Test
  void who_begins_to_watch_while_a_look_ends_begins_no_second_one() {
    ManualScheduler scheduler = new ManualScheduler(clock, Pauses.PASS_TIME, tasks::add);
    List<PostgresWatch> made = new ArrayList<>();
    List<Registration> watches = new ArrayList<>();
    List<Integer> meanwhile = new ArrayList<>();
    PostgresWatch watch =
        new PostgresWatch(
            () -> {
              watches.remove(0).close();
              return broken(
                  () -> {
                    watches.add(made.get(0).add("second", () -> {}));
                    meanwhile.add(tasks.size());
                  });
            },
            scheduler);
    made.add(watch);
    watches.add(watch.add("first", () -> {}));
    tasks.remove().run();
    assertThat(meanwhile).as("looks that were begun while the first went on").containsExactly(0);
    scheduler.advance(Duration.ofSeconds(10));
    assertThat(tasks).as("the second's").hasSize(1);
  }

  @Test
  void a_connection_that_cannot_be_had_is_asked_for_ever_more_rarely() {
    ManualScheduler scheduler = new ManualScheduler(clock, Pauses.PASS_TIME, Runnable::run);
    AtomicInteger asked = new AtomicInteger();
    PostgresWatch watch =
        new PostgresWatch(
            () -> {
              asked.incrementAndGet();
              throw new SQLException("too many clients", "53300");
            },
            scheduler);
    try (watch;
        Registration first = watch.add("first", () -> {})) {
      assertThat(first).isNotNull();
      scheduler.advance(Duration.ofMinutes(1));
      assertThat(asked.get()).as("in the first minute").isBetween(12, 24);
      int before = asked.get();
      scheduler.advance(Duration.ofMinutes(1));
      assertThat(asked.get() - before).as("in the second").isBetween(10, 13);
    }
  }

  /** One on which nothing can be done; closing it is told. */
  private static Connection broken(Runnable onClose) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                onClose.run();
                return null;
              }
              throw new SQLException("broken", "08006");
            });
  }
}
