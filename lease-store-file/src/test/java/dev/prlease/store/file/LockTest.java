package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.hold;
import static dev.prlease.store.file.Records.owner;
import static dev.prlease.store.file.Records.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks that are deleted, inherited, kept too long, or taken by another class loader. */
class LockTest {
  private final Path temp;
  private final Path directory;
  private final Path lock;

  LockTest(@TempDir Path temp) {
    this.temp = temp;
    directory = temp.resolve("leases");
    lock = directory.resolve(FILE + ".lock");
  }

  private FileLeaseStore open(Disk disk) {
    return FileLeaseStore.open(directory, FileStoreOptions.DEFAULTS, Contexts.real(), disk);
  }

  @AfterEach
  void no_mutex_is_left_behind() {
    assertThat(System.getProperties().stringPropertyNames())
        .noneMatch(name -> name.startsWith("dev.prlease"));
  }

  /** Does something once, while the store holds the lock and has not yet renamed. */
  private static Disk once(Step step, AtomicInteger writes) {
    return new FailingDisk() {
      @Override
      public void write(Path file, byte[] bytes) throws IOException {
        super.write(file, bytes);
        if (writes.incrementAndGet() == 1) {
          try {
            step.run();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        }
      }
    };
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  @Test
  void L9_when_the_lock_file_is_deleted_while_held_the_exchange_starts_again() {
    AtomicInteger writes = new AtomicInteger();
    FileLeaseStore store = open(once(() -> Files.delete(lock), writes));
    assertThat(acquire(store, KEY, "a")).isInstanceOf(Exchange.Swapped.class);
    assertThat(writes).hasValue(2);
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
    assertThat(lock).exists();
  }

  @Test
  void L9_whoever_got_in_by_the_deleted_lock_file_is_seen() throws IOException {
    Peer peer = new Peer(temp, directory, FileLayout.PRLEASE);
    AtomicInteger writes = new AtomicInteger();
    Step intrude =
        () -> {
          Files.delete(lock);
          assertThat(peer.run("acquire", "rysweet/amplihack-rs#1051", "peer", "60").output())
              .isEqualTo("OWNED");
        };
    Exchange answer = acquire(open(once(intrude, writes)), KEY, "a");
    assertThat(answer).isInstanceOf(Exchange.Refused.class);
    assertThat(owner(answer.slot())).isEqualTo("peer");
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void L9_a_lock_file_that_is_replaced_all_the_time_ends_in_an_error() {
    Disk disk =
        new FailingDisk() {
          @Override
          public void write(Path file, byte[] bytes) throws IOException {
            super.write(file, bytes);
            Files.delete(lock);
          }
        };
    ManualClock clock = new ManualClock();
    Disk slow =
        new FailingDisk() {
          @Override
          public void write(Path file, byte[] bytes) throws IOException {
            disk.write(file, bytes);
            clock.advance(Duration.ofSeconds(1));
          }
        };
    FileLeaseStore store =
        FileLeaseStore.open(
            directory,
            FileStoreOptions.DEFAULTS,
            Contexts.with(clock, new Contexts.Pauses()),
            slow);
    assertThatThrownBy(() -> acquire(store, KEY, "a"))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN))
        .hasMessageContaining("somebody who keeps replacing its lock file");
    assertThat(directory.resolve(FILE)).doesNotExist();
  }

  @Test
  void L9_whoever_waited_for_a_lock_file_that_was_deleted_locks_the_one_that_is_there()
      throws IOException, InterruptedException {
    FileLeaseStore store = open(Disk.REAL);
    acquire(store, KEY, "a");
    try (Peer.LockHolder holder = new Peer.LockHolder(lock);
        InterruptShield shield = new InterruptShield()) {
      Contexts.Pauses replaceAndFree =
          new Contexts.Pauses() {
            @Override
            public void pause(Duration duration) throws InterruptedException {
              try {
                Files.delete(lock);
                Files.createFile(lock);
                holder.free();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            }
          };
      Patience patience = new Patience(new SystemClock(), replaceAndFree, shield);
      try (SidecarLock taken = SidecarLock.take(lock, KEY, patience)) {
        assertThat(taken.isStillInPlace()).isTrue();
        assertThat(Forked.run(List.of("python3", "-c", TRY_LOCK, lock.toString())).output())
            .isEqualTo("held");
      }
      assertThat(Forked.run(List.of("python3", "-c", TRY_LOCK, lock.toString())).output())
          .isEqualTo("free");
    }
  }

  private static final String TRY_LOCK =
      """
      import fcntl, os, sys
      try:
          fcntl.lockf(os.open(sys.argv[1], os.O_RDWR), fcntl.LOCK_EX | fcntl.LOCK_NB)
          print("free")
      except OSError:
          print("held")
      """;

  @Test
  void a_lock_that_another_process_keeps_is_waited_for_5_s_and_then_named() throws IOException {
    acquire(open(Disk.REAL), KEY, "a");
    ManualClock clock = new ManualClock();
    ManualScheduler scheduler = new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
    FileLeaseStore store = FileLeaseStore.open(directory, Contexts.with(clock, scheduler));
    long start = clock.ticks();
    LeaseSlot slot = store.load(KEY);
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      assertThatThrownBy(() -> replace(store, slot, hold("b")))
          .isInstanceOf(LeaseStoreException.class)
          .hasMessage("another process held the lock " + lock + " for more than 5 s");
      holder.free();
      assertThat(replace(store, slot, hold("b"))).isInstanceOf(Exchange.Swapped.class);
    }
    assertThat(Duration.ofNanos(clock.ticks() - start))
        .isBetween(Duration.ofSeconds(5), Duration.ofMillis(5_100));
  }

  @Test
  void readers_take_no_lock() throws IOException {
    FileLeaseStore store = open(Disk.REAL);
    LeaseSlot held = acquire(store, KEY, "a").slot();
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      assertThat(store.load(KEY)).isEqualTo(held);
      assertThat(store.list(dev.prlease.spi.LeaseFilter.ALL)).hasSize(1);
      holder.free();
    }
  }

  @Test
  void L45_an_interrupt_while_waiting_for_the_lock_neither_ends_the_wait_nor_is_lost()
      throws IOException {
    acquire(open(Disk.REAL), KEY, "a");
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      AtomicInteger pauses = new AtomicInteger();
      Contexts.Pauses scheduler =
          new Contexts.Pauses() {
            @Override
            public void pause(Duration duration) throws InterruptedException {
              if (pauses.incrementAndGet() == 1) {
                Thread.currentThread().interrupt();
              } else if (pauses.get() == 5) {
                try {
                  holder.free();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
              super.pause(duration);
            }
          };
      FileLeaseStore store =
          FileLeaseStore.open(directory, Contexts.with(new SystemClock(), scheduler));
      assertThat(replace(store, store.load(KEY), hold("b"))).isInstanceOf(Exchange.Swapped.class);
      assertThat(pauses).hasValueGreaterThanOrEqualTo(5);
    }
    assertThat(Thread.interrupted()).as("the flag afterwards").isTrue();
  }

  @Test
  void L45_a_storm_of_interrupts_breaks_no_exchange() throws InterruptedException {
    FileLeaseStore store = open(Disk.REAL);
    int rounds = 150;
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger swapped = new AtomicInteger();
    AtomicBoolean flag = new AtomicBoolean();
    List<Throwable> failures = new ArrayList<>();
    Thread worker =
        new Thread(
            () -> {
              try {
                LeaseSlot slot = store.load(KEY);
                for (int i = 0; i < rounds; i++) {
                  slot = replace(store, slot, hold("round " + i)).slot();
                  swapped.addAndGet(owner(store.load(KEY)).equals("round " + i) ? 1 : 0);
                }
              } catch (RuntimeException e) {
                failures.add(e);
              }
              done.set(true);
              Thread.currentThread().interrupt();
              store.load(KEY);
              flag.set(Thread.interrupted());
            });
    worker.start();
    while (!done.get()) {
      worker.interrupt();
    }
    worker.join();
    assertThat(failures).isEmpty();
    assertThat(swapped).hasValue(rounds);
    assertThat(flag).isTrue();
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void L50_a_child_that_is_started_while_the_lock_is_held_does_not_keep_it()
      throws IOException, InterruptedException {
    List<Process> children = new ArrayList<>();
    Step start = () -> children.add(new ProcessBuilder("sleep", "60").start());
    LeaseSlot held = acquire(open(once(start, new AtomicInteger())), KEY, "a").slot();
    Process child = children.get(0);
    try {
      assertThat(openFiles(child)).isNotEmpty().noneMatch(file -> file.endsWith(".lock"));
      Peer peer = new Peer(temp, directory, FileLayout.PRLEASE);
      assertThat(peer.run("release", "rysweet/amplihack-rs#1051", "a").output())
          .isEqualTo("RELEASED");
      assertThat(child.isAlive()).isTrue();
      assertThat(open(Disk.REAL).load(KEY).version()).isNotEqualTo(held.version());
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static List<String> openFiles(Process process) throws IOException {
    List<String> open = new ArrayList<>();
    try (Stream<Path> links = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      for (Path link : links.toList()) {
        open.add(Files.readSymbolicLink(link).toString());
      }
    }
    return open;
  }

  @Test
  void an_exchange_leaves_no_descriptor_open() throws IOException {
    FileLeaseStore store = open(Disk.REAL);
    acquire(store, KEY, "a");
    acquire(store, KEY, "b");
    store.list(dev.prlease.spi.LeaseFilter.ALL);
    try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(links.map(LockTest::target)).noneMatch(t -> t.startsWith(directory.toString()));
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  /** Each look at it lets three seconds pass. */
  private static final class HastyClock implements dev.prlease.spi.Clock {
    private final AtomicInteger looks = new AtomicInteger();

    @Override
    public java.time.Instant now() {
      return Records.TIME;
    }

    @Override
    public long ticks() {
      return Duration.ofSeconds(3).toNanos() * looks.incrementAndGet();
    }
  }

  @Test
  void L1_while_another_thread_works_on_a_slot_its_lock_file_is_not_even_opened()
      throws IOException {
    FileLeaseStore store =
        FileLeaseStore.open(directory, Contexts.with(new HastyClock(), new Contexts.Pauses()));
    acquire(store, KEY, "a");
    Files.delete(lock);
    Entry entry = Entry.at(directory).orElseThrow();
    String name = entry.device() + ":" + entry.inode() + ":" + FILE;
    try (InterruptShield shield = new InterruptShield()) {
      Patience patience = new Patience(new SystemClock(), new Contexts.Pauses(), shield);
      JvmMutex mutex = JvmMutex.take(name, patience).orElseThrow();
      assertThatThrownBy(() -> acquire(store, KEY, "b"))
          .isInstanceOf(LeaseStoreException.class)
          .hasMessageContaining("was kept busy by another thread for more than 5 s");
      assertThat(lock).as("opened, and so made").doesNotExist();
      mutex.release();
    }
    assertThat(owner(acquire(store, KEY, "b").slot())).isEqualTo("a");
  }

  @Test
  void L1_threads_of_several_class_loaders_exclude_each_other() throws Exception {
    int loaders = 3;
    int rounds = 40;
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    List<URLClassLoader> open = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2 * loaders; i++) {
      if (i % 2 == 0) {
        open.add(new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader()));
      }
      Class<?> type = open.get(i / 2).loadClass(TakingTurns.class.getName());
      assertThat(type).isNotEqualTo(TakingTurns.class);
      Runnable work =
          (Runnable)
              type.getConstructor(
                      Path.class, String.class, int.class, AtomicInteger.class, AtomicInteger.class)
                  .newInstance(directory, "thread-" + i, rounds, inside, overlaps);
      Thread thread = new Thread(work);
      thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    for (URLClassLoader each : open) {
      each.close();
    }
    assertThat(failures).isEmpty();
    assertThat(overlaps).hasValue(0);
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : Forked.classPathEntries()) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }
}
