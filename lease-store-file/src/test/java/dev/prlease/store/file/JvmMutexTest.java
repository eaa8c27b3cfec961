package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.owner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.SystemClock;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** L1: threads of one JVM, also of several class loaders, exclude each other. */
class JvmMutexTest extends LockCase {
  JvmMutexTest(@TempDir Path temp) {
    super(temp);
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
      LockWait patience = LockWait.of(new SystemClock(), new Contexts.Pauses(), shield);
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
