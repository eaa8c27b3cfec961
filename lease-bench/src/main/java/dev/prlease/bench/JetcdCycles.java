package dev.prlease.bench;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Lease;
import io.etcd.jetcd.Lock;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * What the store of etcd is measured beside, by jetcd's client: transactions that compare a
 * revision and put, as the store's do; and its locks. Told by {@link Slices} when.
 */
public final class JetcdCycles {
  private static final long TTL_SECONDS = 900;

  /** As many bytes as the store writes for a slot that is held, and for one that is not. */
  private static final ByteSequence HELD = bytes("x".repeat(650));

  private static final ByteSequence FREE = bytes("x".repeat(130));

  private final Map<String, Long> revisions = new ConcurrentHashMap<>();
  private final KV keys;
  private final Lease leases;
  private final Lock locks;
  private final long shared;

  private JetcdCycles(Client client) throws ExecutionException, InterruptedException {
    this.keys = client.getKVClient();
    this.leases = client.getLeaseClient();
    this.locks = client.getLockClient();
    this.shared = leases.grant(TTL_SECONDS).get().getID();
  }

  /** With the endpoint; ends when standard input ends. */
  public static void main(String[] arguments)
      throws IOException, ExecutionException, InterruptedException {
    try (Client client = Client.builder().endpoints(arguments[0]).build()) {
      JetcdCycles cycles = new JetcdCycles(client);
      Slices.serve(
          Map.of(
              "bare", cycles::takeAndVacate,
              "lock", cycles::lockAndUnlock,
              "lock with a lease", cycles::grantLockAndRevoke));
    }
    System.exit(0); // the client has threads
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  private void takeAndVacate(String repo, long number)
      throws ExecutionException, InterruptedException {
    String name = "bare/" + repo + "#" + number;
    ByteSequence key = bytes(name);
    long taken = put(key, revisions.getOrDefault(name, 0L), HELD);
    long vacated = put(key, taken, FREE);
    if (repo.endsWith("reused")) {
      revisions.put(name, vacated);
    }
  }

  private long put(ByteSequence key, long revision, ByteSequence value)
      throws ExecutionException, InterruptedException {
    TxnResponse answer =
        keys.txn()
            .If(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(revision)))
            .Then(Op.put(key, value, PutOption.DEFAULT))
            .Else(Op.get(key, GetOption.DEFAULT))
            .commit()
            .get();
    if (!answer.isSucceeded()) {
      throw new IllegalStateException("somebody else is at " + key);
    }
    return answer.getHeader().getRevision();
  }

  private void lockAndUnlock(String repo, long number)
      throws ExecutionException, InterruptedException {
    lockAndUnlock(repo, number, shared);
  }

  /** A lock with a time to live of its own, as a lease has one. */
  private void grantLockAndRevoke(String repo, long number)
      throws ExecutionException, InterruptedException {
    long own = leases.grant(TTL_SECONDS).get().getID();
    lockAndUnlock(repo, number, own);
    leases.revoke(own).get();
  }

  private void lockAndUnlock(String repo, long number, long lease)
      throws ExecutionException, InterruptedException {
    ByteSequence name = bytes("locks/" + repo + "#" + number);
    locks.unlock(locks.lock(name, lease).get().getKey()).get();
  }
}
