package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class AgendaTest {
  private final List<String> told = new ArrayList<>();
  private final World world = new World();
  private final Agenda agenda = new Agenda(world.manager.core(), () -> told.add("after"));

  private final class Named extends Agenda.Item {
    final String name;
    Runnable then = () -> {};

    Named(String name) {
      this.name = name;
    }

    @Override
    void fallDue() {
      told.add(name);
      then.run();
    }
  }

  private long in(int millis) {
    return world.clock.ticks() + Duration.ofMillis(millis).toNanos();
  }

  @Test
  void each_item_is_told_at_its_time_and_all_of_one_time_before_what_comes_after() {
    Named a = new Named("a");
    Named b = new Named("b");
    Named c = new Named("c");
    agenda.put(b, in(20));
    agenda.put(a, in(10));
    agenda.put(c, in(20));
    assertThat(world.scheduler.timers()).isEqualTo(1);
    world.advance(Duration.ofMillis(9));
    assertThat(told).isEmpty();
    world.advance(Duration.ofMillis(1));
    assertThat(told).containsExactly("a", "after");
    told.clear();
    world.advance(Duration.ofMillis(10));
    assertThat(told).contains("b", "c").endsWith("after").hasSize(3); // in either order
    assertThat(world.scheduler.timers()).isZero();
  }

  @Test
  void an_item_that_was_moved_is_told_once_and_one_that_was_removed_never() {
    Named moved = new Named("moved");
    Named removed = new Named("removed");
    agenda.put(moved, in(10));
    agenda.put(removed, in(15));
    agenda.put(moved, in(30));
    agenda.put(moved, in(20));
    agenda.remove(removed);
    agenda.remove(removed);
    world.advance(Duration.ofMillis(100));
    assertThat(told).filteredOn("moved"::equals).hasSize(1);
    assertThat(told).doesNotContain("removed");
    assertThat(world.scheduler.timers()).isZero();
  }

  @Test
  void an_item_may_put_itself_there_again_and_what_it_throws_keeps_no_other_from_being_told() {
    Named again = new Named("again");
    again.then =
        () -> {
          agenda.put(again, in(10));
          throw new IllegalStateException("a bug");
        };
    agenda.put(again, in(0));
    agenda.put(new Named("other"), in(0));
    world.advance(Duration.ofMillis(30));
    assertThat(told).filteredOn("again"::equals).hasSize(4);
    assertThat(told).contains("other");
  }

  @Test
  void an_item_for_which_the_scheduler_refuses_a_timer_is_not_there() {
    List<Duration> asked = new ArrayList<>();
    Scheduler refusing =
        new Scheduler() {
          @Override
          public Handle after(Duration delay, Runnable timer) {
            asked.add(delay);
            throw new IllegalStateException("closed");
          }

          @Override
          public Handle every(Duration period, Runnable timer) {
            throw new IllegalStateException("closed");
          }

          @Override
          public Handle execute(Runnable task) {
            throw new IllegalStateException("closed");
          }

          @Override
          public void pause(Duration duration) {}

          @Override
          public void close() {}
        };
    LeaseManager manager =
        LeaseManager.on(world.store).clock(world.clock).scheduler(refusing).build();
    Agenda refused = new Agenda(manager.core(), () -> {});
    assertThatThrownBy(() -> refused.put(new Named("a"), in(5)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(asked).hasSize(1);
    assertThat(refused.all()).isEmpty();
  }

  /** Beside a tree map, from a printed seed. */
  @Test
  void any_order_of_puts_and_removals_is_told_in_the_order_of_time() {
    long seed = System.nanoTime();
    System.out.println("AgendaTest seed " + seed);
    Random random = new Random(seed);
    Map<String, Named> items = new HashMap<>();
    TreeMap<String, Long> model = new TreeMap<>();
    List<String> expected = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      String name = "item " + random.nextInt(300);
      Named item = items.computeIfAbsent(name, Named::new);
      switch (random.nextInt(5)) {
        case 0 -> {
          agenda.remove(item);
          model.remove(name);
        }
        case 1 -> {
          world.advance(Duration.ofMillis(random.nextInt(4)));
          List<String> due =
              model.entrySet().stream()
                  .filter(entry -> entry.getValue() - world.clock.ticks() <= 0)
                  .map(Map.Entry::getKey)
                  .toList();
          expected.addAll(due);
          due.forEach(model::remove);
        }
        default -> {
          long ticks = in(1 + random.nextInt(50));
          agenda.put(item, ticks);
          model.put(name, ticks);
        }
      }
      assertThat(agenda.all()).hasSize(model.size());
    }
    told.removeIf("after"::equals);
    assertThat(told).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
  }
}
