package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Scheduler;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches keys: a stream for each, which is opened again on the next member when it breaks. What
 * changed between the two may be missed; so whoever watches is told, as if something had.
 *
 * <p>Listeners are called by the scheduler's tasks, so that one that takes long holds up no answer.
 */
final class Watches implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watches.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration GLANCE = Duration.ofMillis(2);

  private final Cluster cluster;
  private final Clock clock;
  private final Scheduler scheduler;
  private final Set<Watch> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Watches(Cluster cluster, Clock clock, Scheduler scheduler) {
    this.cluster = cluster;
    this.clock = clock;
    this.scheduler = scheduler;
  }

  /** Watches {@code key}; comes back once etcd has said that it does, or did not say so in time. */
  Registration watch(ByteString key, Runnable onChange) {
    Watch watch = new Watch(key, onChange);
    open.add(watch);
    if (closed) {
      watch.close();
      return watch;
    }
    watch.connect();
    watch.awaitCreation();
    return watch;
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(Watch::close);
  }

  /** What etcd says on one stream; of a stream that was given up, nothing is heard any more. */
  private record Events(Watch watch, int stream) implements StreamObserver<WatchResponse> {
    @Override
    public void onNext(WatchResponse response) {
      watch.heard(stream, response);
    }

    @Override
    public void onError(Throwable broken) {
      watch.again(stream, broken);
    }

    @Override
    public void onCompleted() {
      watch.again(stream, new IllegalStateException("the stream was ended"));
    }
  }

  private final class Watch implements Registration {
    private final ByteString key;
    private final Runnable onChange;
    private volatile boolean created;
    private volatile boolean ended;

    // Guarded by this.
    private @Nullable StreamObserver<WatchRequest> requests;
    private Duration pause = FIRST_PAUSE;
    private int member = -1;
    private int streams;

    Watch(ByteString key, Runnable onChange) {
      this.key = key;
      this.onChange = onChange;
    }

    synchronized void connect() {
      if (ended) {
        return;
      }
      member = cluster.members().current();
      int number = ++streams;
      try {
        StreamObserver<WatchRequest> stream =
            WatchGrpc.newStub(cluster.forStream(member)).watch(new Events(this, number));
        requests = stream;
        stream.onNext(
            WatchRequest.newBuilder()
                .setCreateRequest(WatchCreateRequest.newBuilder().setKey(key))
                .build());
      } catch (EtcdFailure | RuntimeException failed) {
        again(number, failed);
      }
    }

    void awaitCreation() {
      long end = clock.ticks() + cluster.timeout().toNanos();
      try (InterruptShield shield = new InterruptShield()) {
        while (!created && !ended && clock.ticks() - end < 0) {
          try {
            scheduler.pause(GLANCE);
          } catch (InterruptedException interrupt) {
            shield.remember();
          }
        }
      }
    }

    private void heard(int number, WatchResponse response) {
      if (response.getCanceled()) {
        cluster.loginAgain(); // of a token that is too old etcd tells so, in no certain words
        again(number, new IllegalStateException("canceled: " + response.getCancelReason()));
        return;
      }
      boolean again;
      synchronized (this) {
        again = response.getCreated() && created;
        pause = FIRST_PAUSE;
      }
      created = true;
      if (again || response.getEventsCount() > 0) {
        tell();
      }
    }

    private void tell() {
      try {
        scheduler.execute(this::call);
      } catch (RuntimeException refused) {
        LOG.debug("the scheduler refuses work, a watcher was not called", refused);
      }
    }

    private void call() {
      if (ended) {
        return;
      }
      try {
        onChange.run();
      } catch (RuntimeException | Error failed) {
        LOG.warn("a watcher of {} failed", key.toStringUtf8(), failed);
      }
    }

    private synchronized void again(int number, Throwable why) {
      if (ended || number != streams) {
        return;
      }
      streams++; // nothing more is heard of this one
      requests = null;
      LOG.debug("a watch of {} broke", key.toStringUtf8(), why);
      cluster.members().leave(member);
      try {
        scheduler.after(pause, this::connectAside);
      } catch (RuntimeException refused) {
        LOG.debug("the scheduler refuses work, a watch is not taken up again", refused);
      }
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }

    /** Timers do no I/O. */
    private void connectAside() {
      try {
        scheduler.execute(this::connect);
      } catch (RuntimeException refused) {
        LOG.debug("the scheduler refuses work, a watch is not taken up again", refused);
      }
    }

    @Override
    public void close() {
      ended = true;
      open.remove(this);
      StreamObserver<WatchRequest> stream;
      synchronized (this) {
        stream = requests;
        requests = null;
      }
      if (stream != null) {
        stream.onError(Status.CANCELLED.withDescription("no longer wanted").asException());
      }
    }
  }
}
