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
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that acquires, renews, asserts and releases a few keys as fast as it can, until it is
 * killed, and writes down what it holds: see {@link Journal}.
 */
final class LeaseWorker {
  static final List<LeaseKey> KEYS =
      List.of(
          LeaseKey.pullRequest("soak/kill", 1),
          LeaseKey.pullRequest("soak/kill", 2),
          LeaseKey.pullRequest("soak/kill", 3));

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
    LeaseKey key = KEYS.get(random.nextInt(KEYS.size()));
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
