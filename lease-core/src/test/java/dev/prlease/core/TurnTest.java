package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

final class TurnTest {
  private final Turn turn = new Turn();

  @Test
  void a_thread_may_take_it_several_times_and_others_wait_until_it_gave_it_back_as_often()
      throws Exception {
    turn.lock();
    assertThat(turn.tryLock()).isTrue();
    BlockingQueue<String> log = new LinkedBlockingQueue<>();
    Thread[] others = new Thread[3];
    for (int i = 0; i < others.length; i++) {
      others[i] =
          new Thread(
              () -> {
                log.add("tried: " + turn.tryLock());
                turn.lock();
                log.add("has it: " + turn.isHeldByCurrentThread());
                turn.unlock();
              });
      others[i].start();
      assertThat(log.take()).isEqualTo("tried: false");
    }
    turn.unlock();
    assertThat(turn.isHeldByCurrentThread()).isTrue();
    turn.unlock();
    for (Thread other : others) {
      assertThat(log.take()).isEqualTo("has it: true");
      other.join();
    }
    assertThat(turn.tryLock()).isTrue();
  }

  @Test
  void P13_an_interrupt_does_not_end_the_wait_and_is_kept() throws Exception {
    turn.lock();
    BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
    Thread other =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              turn.lock();
              interrupted.add(Thread.currentThread().isInterrupted());
            });
    other.start();
    while (other.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    turn.unlock();
    assertThat(interrupted.take()).isTrue();
    other.join();
  }

  @Test
  void what_was_taken_away_is_given_back_by_nobody_else() throws Exception {
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread hanging =
        new Thread(
            () -> {
              turn.lock();
              turn.lock();
              taken.countDown();
              try {
                goOn.await();
              } catch (InterruptedException ended) {
                return;
              }
              turn.unlock();
              turn.unlock();
            });
    hanging.start();
    taken.await();
    turn.takeFrom(Thread.currentThread());
    assertThat(turn.tryLock()).as("taken from one who has it not").isFalse();
    turn.takeFrom(hanging);
    assertThat(turn.tryLock()).isTrue();
    goOn.countDown();
    hanging.join();
    assertThat(turn.isHeldByCurrentThread()).isTrue();
    turn.unlock();
    turn.unlock();
    assertThat(turn.tryLock()).isTrue();
  }
}
