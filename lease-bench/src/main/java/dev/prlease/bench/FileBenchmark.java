package dev.prlease.bench;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.store.file.FileLeaseStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The file store's port, audit excluded, beside the same writes, fsyncs, renames and reads done
 * bare.
 *
 * <p>The folder is made where the working directory is, on the disk that people work on, rather
 * than in a temporary directory that may be memory.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FileBenchmark {
  private final LeaseKey heldKey = LeaseKey.parse("acme/held#1");
  private final LeaseKey key = LeaseKey.parse("acme/app#42");
  private final LeaseRecord record =
      LeaseRecord.of(
              key, SessionId.of("bench"), Instant.parse("2026-07-26T18:42:42.123Z"), Ttl.DEFAULT)
          .withFence(new Fence(1));
  private final Path folder;
  private final Path bareFile;
  private final Path heldFile;
  private final LeaseStore store;
  private byte[] held = new byte[0];
  private byte[] free = new byte[0];
  private int count;

  /** Makes a fresh folder. */
  public FileBenchmark() {
    try {
      folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "bench");
      bareFile = Files.createDirectory(folder.resolve("bare")).resolve("slot.json");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    store =
        FileLeaseStore.open(
            folder.resolve("leases"),
            new StoreContext(new SystemClock(), new ThreadPoolScheduler(), Map.of()));
    heldFile = folder.resolve("leases").resolve("acme__held__pr-1.json");
  }

  /**
   * Takes the bytes that the store writes for the bare side, and leaves one slot held to be loaded.
   */
  @Setup
  public void prepare() throws IOException {
    LeaseRecord kept = LeaseRecord.of(heldKey, record.owner(), record.acquiredAt(), record.ttl());
    store.compareAndExchange(heldKey, Expected.vacant(), Change.hold(kept.withFence(new Fence(1))));
    held = Files.readAllBytes(heldFile);
    free = "{\n  \"record\": null,\n  \"fence\": 1\n}".getBytes(StandardCharsets.UTF_8);
  }

  /** Removes the folder. */
  @TearDown
  public void cleanUp() throws IOException {
    store.close();
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }

  /**
   * The floor of {@link #acquireAssertRelease}: write and fsync, rename, fsync the folder, read;
   * and the write again. Both are timed by {@link FileCycles}.
   */
  public byte[] bareCycle() throws IOException {
    bareWrite(held);
    byte[] read = Files.readAllBytes(bareFile);
    bareWrite(free);
    return read;
  }

  /** Acquire, assert and release through the port. */
  public LeaseSlot acquireAssertRelease() {
    Exchange acquired = store.compareAndExchange(key, Expected.vacant(), Change.hold(record));
    LeaseSlot seen = store.load(key);
    store.compareAndExchange(
        key, Expected.exactly(acquired.slot().version()), Change.vacate(record.fence()));
    return seen;
  }

  /** The floor of {@link #load}. */
  @Benchmark
  public byte[] bareRead() throws IOException {
    return Files.readAllBytes(heldFile);
  }

  /** A load of a held slot. */
  @Benchmark
  public LeaseSlot load() {
    return store.load(heldKey);
  }

  private void bareWrite(byte[] bytes) throws IOException {
    Path temporary = bareFile.resolveSibling(".tmp" + count++);
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(temporary, bareFile, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory =
        FileChannel.open(bareFile.resolveSibling(""), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }
}
