package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditSink;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * A process that acquires, renews, asserts and releases a few keys as fast as it can, until it is
 * killed, and writes down what it holds: see {@link Journal}.
 */
final class LeaseWorker {
  /** Those that are in use all the time. */
  private static final int BUSY_KEYS = 3;

  /** Each of the others is in use for that long, in turn, and then at rest. */
  private static final long MILLIS_IN_USE = 50;

  private static final int RESTING_KEYS = 24;

  /**
   * A slot that was vacated this long ago is collected. That is more than the TTL, as {@link
   * dev.prlease.spi.Collectable} asks for, and less than a key rests: it gets so old just when it
   * comes into use again.
   */
  static final Duration OLD = Duration.ofMillis(MILLIS_IN_USE * (RESTING_KEYS - 2));

  static final List<LeaseKey> KEYS =
      IntStream.rangeClosed(1, BUSY_KEYS + RESTING_KEYS)
          .mapToObj(number -> LeaseKey.pullRequest("soak/kill", number))
          .toList();

  /** The shortest: whoever comes after a kill waits for no more. */
  static final Ttl TTL = Ttl.ofSeconds(1);

  /** Rotated often, but not so often that some of a run is removed. */
  static final long AUDIT_BYTES = 1 << 16;

  private final String name;
  private final LeaseManager manager;
  private final Random random;
  private final Journal.Writer journal;

  private LeaseWorker(String name, LeaseManager manager, Random random, Journal.Writer journal) {
    this.name = name;
    this.manager = manager;
    this.random = random;
    this.journal = journal;
  }

  static FileLeaseStore openStore(Path home) {
    return FileLeaseStore.open(home.resolve("leases"), FileStoreOptions.DEFAULTS, Contexts.real());
  }

  /** Arguments: the home, the name of its sessions, and a seed. */
  public static void main(String[] args) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    AuditSink sink = AuditWriter.open(args[0], AUDIT_BYTES);
    LeaseManager manager = LeaseManager.on(openStore(Path.of(args[0]))).audit(sink).build();
    LeaseWorker worker =
        new LeaseWorker(
            args[1],
            manager,
            new Random(Long.parseLong(args[2])),
            new Journal.Writer(line -> out.write(line.getBytes(UTF_8))));
    for (int turn = 1; ; turn++) {
      worker.takeATurn(turn);
    }
  }

  private void takeATurn(int turn) throws IOException {
    LeaseKey key = random.nextBoolean() ? KEYS.get(random.nextInt(BUSY_KEYS)) : dueKey();
    SessionId session = SessionId.of(name + "-" + turn);
    journal.tries(key);
    try {
      if (manager.tryAcquire(key, session, TTL) instanceof Acquisition.Granted granted) {
        hold(granted.lease());
      }
    } catch (LeaseException overtaken) {
      // It was stopped for longer than the TTL: then it is told so, and goes on.
      journal.lost(overtaken.code());
    }
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(500)));
  }

  private static LeaseKey dueKey() {
    long turn = System.currentTimeMillis() / MILLIS_IN_USE;
    return KEYS.get(BUSY_KEYS + (int) (turn % RESTING_KEYS));
  }

  private void hold(PrLease lease) throws IOException {
    journal.got(lease.record());
    for (int i = random.nextInt(4); i > 0; i--) {
      long before = System.nanoTime();
      if (random.nextBoolean()) {
        lease.renew();
      } else {
        lease.assertOwned();
      }
      journal.has(lease.record(), before);
    }
    journal.gives(lease.record());
    lease.release();
    journal.gave(lease.record());
  }
}
