package dev.prlease.bench;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.store.memory.InMemoryLeaseStore;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * An exchange of the memory store, beside the {@link ConcurrentHashMap#compute} that it cannot do
 * without.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MemoryBenchmark {
  private final LeaseKey key = LeaseKey.parse("acme/app#42");
  private final LeaseRecord record =
      LeaseRecord.of(key, SessionId.of("bench"), Instant.EPOCH, Ttl.DEFAULT)
          .withFence(new Fence(1));
  private final Change change =
      new Change(
          Optional.of(record), record.fence(), new WriteId("bench"), Change.Replaced.DISCARD);
  private final ConcurrentHashMap<LeaseKey, LeaseRecord> map = new ConcurrentHashMap<>();
  private final InMemoryLeaseStore store = new InMemoryLeaseStore();
  private SlotVersion version = new SlotVersion("");

  /** Fills both, so that the same key is written again and again. */
  @Setup
  public void fill() {
    map.put(key, record);
    version = store.compareAndExchange(key, Expected.vacant(), change).slot().version();
  }

  /** The floor. */
  @Benchmark
  public LeaseRecord floor() {
    return map.compute(key, (k, old) -> record.withFence(record.fence()));
  }

  /** The measure. */
  @Benchmark
  public Exchange exchange() {
    Exchange exchange = store.compareAndExchange(key, Expected.exactly(version), change);
    version = exchange.slot().version();
    return exchange;
  }
}
