package dev.prlease.store.etcd;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.Registration;
import dev.prlease.spi.SampledClock;
import dev.prlease.spi.Sampling;
import dev.prlease.spi.SkewedClock;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.TimeAuthority;
import dev.prlease.spi.Watchable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each slot in a key of an etcd cluster, for the sessions of many machines.
 *
 * <p>An exchange is a transaction that compares the revision of the key, so one round trip, and two
 * where a slot is taken that others vacated, or where something is archived. Reads are
 * linearizable. A batch is one transaction in which each exchange compares for itself. Expiry is in
 * the record and judged by who reads it; leases of etcd's own expire nobody.
 *
 * <p>What is sent again when an answer was lost, and why that does no harm: {@link Cluster}. A
 * write whose outcome nobody knows lands within twice the timeout or never, which holds as long as
 * a majority of the members can write.
 *
 * <p>Time is the cluster's, sampled over HTTP, or with {@link EtcdStoreOptions#maxClockSkew} that
 * of the machines. Safe for use by several threads at once.
 */
public final class EtcdLeaseStore
    implements LeaseStore, TimeAuthority, Watchable, Collectable, Diagnosable {
  private final EtcdStoreOptions options;
  private final StoreContext context;
  private final Cluster cluster;
  private final ClusterTime time;
  private final Layout layout;
  private final Trouble trouble;
  private final Reads reads;
  private final Exchanges exchanges;
  private final Watches watches;
  private volatile boolean closed;
  private volatile @Nullable SampledClock sampled; // set once, guarded by this

  private EtcdLeaseStore(EtcdStoreOptions options, StoreContext context) {
    this.options = options;
    this.context = context;
    Optional<TlsFiles> tls = options.tls().map(TlsFiles::read);
    this.cluster =
        new Cluster(
            new Members(options.endpoints(), tls),
            options.login(),
            options.timeout(),
            context.clock(),
            context.scheduler());
    this.time = new ClusterTime(cluster.members(), tls, context.clock());
    this.layout = new Layout(options.prefix());
    this.trouble = new Trouble(location(), options.prefix());
    this.reads = new Reads(cluster, layout, trouble);
    this.exchanges = new Exchanges(cluster, layout, reads, trouble, this::latestNow);
    this.watches = new Watches(cluster, context.clock(), context.scheduler());
  }

  /**
   * Opens the store. Connects when it is first used.
   *
   * @param context brings clock and scheduler
   * @throws dev.prlease.api.LeaseConfigurationException if a file for TLS is of no use
   */
  public static EtcdLeaseStore open(EtcdStoreOptions options, StoreContext context) {
    return new EtcdLeaseStore(options, context);
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    checkOpen();
    return reads.slot(key);
  }

  @Override
  public List<LoadResult> loadAll(List<LeaseKey> keys) {
    checkOpen();
    return reads.all(keys);
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    checkOpen();
    return exchanges.one(new ExchangeRequest(key, expected, change));
  }

  @Override
  public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    checkOpen();
    return exchanges.all(requests);
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    checkOpen();
    try {
      return new SlotListing(reads, layout).list(filter);
    } catch (EtcdFailure failure) {
      throw trouble.reading(Optional.empty(), failure);
    }
  }

  @Override
  public Registration watch(LeaseKey key, Runnable onChange) {
    checkOpen();
    return watches.watch(layout.slot(Layout.name(key)), onChange);
  }

  @Override
  public Collected collect(CollectRequest request) {
    checkOpen();
    try {
      return new SlotCollection(cluster, reads, layout, trouble, request).collect();
    } catch (EtcdFailure failure) {
      throw trouble.reading(Optional.empty(), failure);
    }
  }

  @Override
  public List<Finding> diagnose() {
    Optional<SampledClock> clock =
        options.maxClockSkew().isPresent() ? Optional.empty() : Optional.of(clusterTime());
    return new ClusterDiagnosis(cluster, time, clock).diagnose();
  }

  /**
   * The cluster's clock, or the machine's with the skew that was given. The first call asks the
   * cluster; if it does not answer, the clock asks again by itself, and until then does not know
   * the time.
   */
  @Override
  public Clock clock() {
    return options.maxClockSkew().isPresent()
        ? new SkewedClock(context.clock(), options.maxClockSkew().get())
        : clusterTime();
  }

  private synchronized SampledClock clusterTime() {
    SampledClock known = sampled;
    if (known != null) {
      return known;
    }
    SampledClock started =
        SampledClock.start(
            time,
            context.clock(),
            context.scheduler(),
            Sampling.DEFAULTS.withSkew(ClusterTime.SKEW).withResolution(ClusterTime.RESOLUTION));
    sampled = started;
    started.sample();
    if (closed) {
      started.close();
    }
    return started;
  }

  /** No earlier than the time is, by the best clock at hand; empty if none knows it. */
  private Optional<Instant> latestNow() {
    SampledClock known = sampled;
    Clock.Reading now = (known == null ? context.clock() : known).reading();
    return now.uncertainty().compareTo(Duration.ofDays(1)) < 0
        ? Optional.of(now.now().plus(now.uncertainty()))
        : Optional.empty();
  }

  @Override
  public String location() {
    return EtcdLocation.text(options);
  }

  /** Twice the timeout: what was sent within it is carried out within another, or never. */
  @Override
  public Duration lateWriteBound() {
    return options.timeout().multipliedBy(2);
  }

  @Override
  public void close() {
    closed = true;
    SampledClock known = sampled;
    if (known != null) {
      known.close();
    }
    watches.close();
    cluster.close();
  }

  private void checkOpen() {
    if (closed) {
      throw trouble.closed();
    }
  }

  @Override
  public String toString() {
    return location();
  }
}
