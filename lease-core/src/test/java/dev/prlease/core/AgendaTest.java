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
  void P11_an_item_for_which_the_scheduler_refuses_a_timer_is_told_when_it_has_one_again() {
    FussyScheduler fussy = new FussyScheduler(world.scheduler);
    Agenda refused = agenda(fussy);
    refused.put(new Named("early"), in(5));
    fussy.refuse(FussyScheduler.Refusing.TIMERS, 1, () -> new IllegalStateException("full"));
    refused.put(new Named("earlier"), in(3));
    assertThatThrownBy(refused::mustBeArmed).hasMessageContaining("full");
    world.advance(Duration.ofMillis(4));
    assertThat(told).isEmpty();
    world.advance(Duration.ofMillis(1));
    assertThat(told).as("the timer before stays armed").containsExactly("earlier", "early");
    fussy.refuse(FussyScheduler.Refusing.TIMERS, 2, () -> new IllegalStateException("full"));
    refused.put(new Named("late"), in(5));
    refused.arm();
    world.advance(Duration.ofMillis(10));
    assertThat(told).doesNotContain("late");
    refused.arm();
    refused.mustBeArmed();
    world.advance(Duration.ZERO);
    assertThat(told).endsWith("late");
  }

  private Agenda agenda(Scheduler scheduler) {
    LeaseManager manager =
        LeaseManager.on(world.store).clock(world.clock).scheduler(scheduler).build();
    return new Agenda(manager.core(), () -> {});
  }

  /** As when it was about to fire while it was cancelled. */
  @Test
  void a_timer_that_fires_though_it_was_replaced_does_not_go_on_beside_the_next() {
    Agenda late = agenda(new WithoutCancel(world.scheduler));
    Named again = new Named("again");
    again.then = () -> late.put(again, in(10));
    late.put(again, in(10));
    for (int i = 0; i < 20; i++) {
      late.put(again, in(9 - i % 9)); // replaces the timer by an earlier one
    }
    world.advance(Duration.ofSeconds(1));
    assertThat(told).hasSizeBetween(99, 101);
    assertThat(world.scheduler.timers()).isEqualTo(1);
    late.remove(again);
    world.advance(Duration.ofSeconds(1));
    assertThat(told).hasSizeBetween(99, 101);
  }

  /** Whoever cancels a timer comes too late. */
  private record WithoutCancel(Scheduler scheduler) implements Scheduler {
    @Override
    public Handle after(Duration delay, Runnable timer) {
      scheduler.after(delay, timer);
      return () -> {};
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      return scheduler.every(period, timer);
    }

    @Override
    public Handle execute(Runnable task) {
      return scheduler.execute(task);
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
      scheduler.pause(duration);
    }

    @Override
    public void close() {}
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
