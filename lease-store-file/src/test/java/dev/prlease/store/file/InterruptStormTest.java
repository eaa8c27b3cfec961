package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.testkit.Crew;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * L45: a thread is interrupted inside every operation of the store, at random points, ten thousand
 * times, while another process works on the same slot. An interrupt inside a {@code FileChannel}
 * closes it and drops the lock; that must cost neither a write nor a descriptor nor the flag.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // interrupts are put aside
class InterruptStormTest extends LockCase {
  private static final int INTERRUPTS = 10_000;
  private static final int LONGEST_PAUSE_NANOS = 100_000;

  /** How many interrupts were begun to be sent, and how many were sent. */
  private final AtomicLong begun = new AtomicLong();

  private final AtomicLong sent = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();
  private final long seed = System.nanoTime();
  private long counted;

  InterruptStormTest(@TempDir(factory = InMemory.class) Path temp) {
    super(temp);
  }

  @Test
  void L45_ten_thousand_interrupts_inside_operations_lose_no_lock_no_handle_and_no_flag()
      throws Exception {
    FileLeaseStore store = open(Disk.REAL);
    for (Operation each : Operation.values()) {
      perform(store, each);
    }
    List<String> before = openFiles("self");
    Process other =
        new ProcessBuilder(
                Forked.java(Forked.classPath(), CountingUp.class, List.of(directory.toString())))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader answers =
            new BufferedReader(new InputStreamReader(other.getInputStream(), UTF_8));
        Crew crew = new Crew(1)) {
      assertThat(answers.readLine()).isEqualTo("counting");
      Thread me = Thread.currentThread();
      Future<Boolean> storm = crew.start(() -> storm(me, new Random(seed + 1)));
      try {
        performInTheStorm(store);
      } finally {
        over.set(true);
        while (!storm.isDone()) {
          Thread.onSpinWait();
        }
        boolean unused = Thread.interrupted();
      }
      other.getOutputStream().write('\n');
      other.getOutputStream().close();
      counted += Long.parseLong(answers.readLine());
    } finally {
      other.destroy();
    }
    assertThat(store.load(KEY).fence().value())
        .as("the fence that both processes counted up (seed %s)", seed)
        .isEqualTo(counted);
    List<String> open = openFiles("self");
    assertThat(open)
        .as("descriptors of the store afterwards (seed %s)", seed)
        .noneMatch(each -> each.startsWith(temp.toString()));
    before.forEach(open::remove);
    assertThat(open)
        .as("descriptors that came meanwhile, but for jars that classes were loaded from")
        .allMatch(each -> each.endsWith(".jar"));
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
    store.close();
  }

  private void performInTheStorm(FileLeaseStore store) {
    Random random = new Random(seed);
    long inside = 0;
    while (inside < INTERRUPTS) {
      inside += interruptsInside(store, Operation.random(random));
    }
  }

  /**
   * Performs an operation; how many interrupts came inside it, those that came at its edges not
   * counted. If any did, the flag must be up.
   */
  private long interruptsInside(FileLeaseStore store, Operation operation) {
    boolean unused = Thread.interrupted();
    long before = begun.get();
    perform(store, operation);
    long inside = Math.max(0, sent.get() - before);
    boolean flag = Thread.interrupted();
    if (inside > 0) {
      assertThat(flag)
          .as("the interrupt flag after an interrupt inside %s (seed %s)", operation, seed)
          .isTrue();
    }
    return inside;
  }

  private boolean storm(Thread target, Random random) {
    while (!over.get()) {
      LockSupport.parkNanos(random.nextInt(LONGEST_PAUSE_NANOS));
      begun.incrementAndGet();
      target.interrupt();
      sent.incrementAndGet();
    }
    return true;
  }

  private enum Operation {
    LOAD,
    COUNT,
    BE_REFUSED,
    LIST,
    BATCH,
    STORE,
    REMOVE;

    static Operation random(Random random) {
      return values()[random.nextInt(values().length)];
    }
  }

  private void perform(FileLeaseStore store, Operation operation) {
    LeaseKey aside = LeaseKey.pullRequest("acme/aside", 1);
    switch (operation) {
      case LOAD -> assertThat(store.load(KEY)).isNotInstanceOf(LeaseSlot.Unreadable.class);
      case COUNT -> counted += CountingUp.once(store) ? 1 : 0;
      case BE_REFUSED ->
          assertThat(store.compareAndExchange(KEY, Expected.vacant(), Records.hold("x")))
              .isInstanceOf(Exchange.Refused.class);
      case LIST -> assertThat(store.list(LeaseFilter.ALL)).isNotNull();
      case BATCH -> {
        LeaseSlot slot = store.load(aside);
        Change change = Change.hold(Records.record(aside, "batch"));
        assertThat(
                store.exchangeAll(
                    List.of(new ExchangeRequest(aside, Expected.exactly(slot.version()), change))))
            .hasOnlyElementsOfType(ExchangeResult.Answered.class);
      }
      case STORE -> store.store(Records.record(aside, "stored"));
      case REMOVE -> store.remove(aside);
    }
  }
}
