package dev.prlease.bench;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What it takes to keep many leases in one process: heap and processor time a lease, threads.
 * Prints four numbers in a line: bytes of heap a lease, processor time a second of keeping as a
 * share of one processor in percent, threads, losses.
 *
 * <p>Run by {@code bin/bench}, in a JVM of its own with the serial collector, which leaves nothing
 * to chance: <code>java -XX:+UseSerialGC … KeptLeases 100000 60</code>, leases and seconds.
 *
 * <p>The store keeps its slots outside of the heap and decodes each answer anew, as one in a
 * database does: so what is on the heap is what it takes to keep the leases, and nothing of the
 * store's. That is handle, keeper, grant, the manager's tables, and the record as it was last
 * written, with key, version and grant id. Not counted is what is the host's and one for all:
 * session, holder, TTL, listener.
 */
public final class KeptLeases {
  private KeptLeases() {}

  /** Slots as bytes outside of the heap; a key's number is its place. */
  private static final class OutsideStore extends AbstractLeaseStore {
    private static final int SLOT_SIZE = 1024;

    private final ByteBuffer[] slots;
    private final long[] versions;

    OutsideStore(int count) {
      this.slots = new ByteBuffer[count / SLOT_SIZE + 1];
      for (int i = 0; i < slots.length; i++) {
        slots[i] = ByteBuffer.allocateDirect(SLOT_SIZE * SLOT_SIZE);
      }
      this.versions = new long[count + 1];
    }

    private static int place(LeaseKey key) {
      return (int) key.number() - 1;
    }

    private ByteBuffer bytes(LeaseKey key) {
      int place = place(key);
      return slots[place / SLOT_SIZE].duplicate().position(place % SLOT_SIZE * SLOT_SIZE);
    }

    @Override
    protected synchronized LeaseSlot get(LeaseKey key) {
      long version = versions[place(key)];
      SlotVersion shown = new SlotVersion("version-" + version);
      if (version == 0) {
        return LeaseSlot.Vacant.absent(shown);
      }
      ByteBuffer buffer = bytes(key);
      byte[] body = new byte[buffer.getInt()];
      buffer.get(body);
      return SlotJson.decode(body).at(shown);
    }

    @Override
    protected synchronized Optional<LeaseSlot> putIfVersion(
        LeaseKey key, LeaseSlot current, Content next) {
      if (!get(key).version().equals(current.version())) {
        return Optional.empty();
      }
      byte[] body = SlotJson.encode(next);
      bytes(key).putInt(body.length).put(body);
      versions[place(key)]++;
      return Optional.of(get(key));
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return List.of();
    }

    @Override
    public String location() {
      return "outside:";
    }

    @Override
    public void close() {}
  }

  /** All that keeps leases. */
  private static final class Kept {
    final ThreadPoolScheduler scheduler = new ThreadPoolScheduler();
    final AtomicInteger ends = new AtomicInteger();
    final List<PrLease> leases = new ArrayList<>();
    final List<Keeper> keepers = new ArrayList<>();

    Kept(OutsideStore store, int count) {
      LeaseManager manager = LeaseManager.on(store).scheduler(scheduler).build();
      SessionId session = SessionId.random();
      LeaseListener listener =
          new LeaseListener() {
            @Override
            public void ended(LeaseEnd end) {
              ends.incrementAndGet();
            }
          };
      for (int number = 1; number <= count; number++) {
        PrLease lease =
            manager.acquire(LeaseKey.pullRequest("acme/app", number), session, Ttl.DEFAULT);
        keepers.add(lease.keepAlive(KeepAliveOptions.DEFAULTS, listener));
        leases.add(lease);
      }
    }
  }

  /** Keeps leases for some seconds, and prints what it took. */
  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[0]);
    int seconds = Integer.parseInt(args[1]);
    OutsideStore store = new OutsideStore(count);
    Taken taken = keep(store, count, seconds);
    System.out.printf(
        Locale.ROOT,
        "%d %.1f %d %d%n",
        (taken.usedHeap() - usedHeapWith(store)) / count,
        taken.processorTime() / 1e7 / seconds,
        taken.threads(),
        taken.losses());
  }

  /** What it took, the store's heap included. */
  private record Taken(long usedHeap, long processorTime, int threads, int losses) {}

  private static Taken keep(OutsideStore store, int count, int seconds)
      throws InterruptedException {
    Kept kept = new Kept(store, count);
    long before = processorTime();
    Set<Thread> threads = new HashSet<>();
    for (int i = 0; i < seconds; i++) {
      kept.scheduler.pause(Duration.ofSeconds(1));
      addThreads(threads);
    }
    long spent = processorTime() - before;
    kept.scheduler.close(); // what still runs makes garbage, and holds on to what it works on
    for (Thread thread : threads) {
      thread.join();
    }
    long heap = usedHeapWith(kept);
    return new Taken(heap, spent, threads.size(), kept.ends.get());
  }

  private static void addThreads(Set<Thread> found) {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("prlease-")) {
        found.add(thread);
      }
    }
  }

  /** In nanoseconds, of all threads, the collector's too. */
  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** One collection in four compacts the whole heap, and gives dead objects no place in it. */
  private static long usedHeapWith(Object alive) {
    try {
      for (int i = 0; i < 5; i++) {
        System.gc();
      }
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    } finally {
      Reference.reachabilityFence(alive);
    }
  }
}
