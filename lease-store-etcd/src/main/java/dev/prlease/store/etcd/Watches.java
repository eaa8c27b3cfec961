package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Scheduler;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Optional;
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

  /** How long whoever watches waits for the watch to be there. If it comes later, he is told. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

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

  /**
   * Watches {@code key}; comes back once etcd has said that it does, or soon. In the second case
   * {@code onChange} is called when it does, since something may have changed before.
   */
  Registration watch(ByteString key, Runnable onChange) {
    Watch watch = new Watch(key, onChange);
    open.add(watch);
    if (closed) {
      watch.close();
      return watch;
    }
    watch.connectAside(); // a login may take as long as any call
    watch.awaitCreation();
    return watch;
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(Watch::close);
  }

  /** Ends it for etcd, too, which keeps a stream open whose watches it has all refused. */
  private static void cancel(StreamObserver<WatchRequest> stream) {
    stream.onError(Status.CANCELLED.withDescription("no longer wanted").asException());
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

  private enum State {
    /** Whoever watches waits for it to be there. */
    AWAITED,
    /** It is not there yet, and nobody waits any more. */
    LATE,
    /** It was there, and perhaps broke since. */
    CREATED
  }

  private final class Watch implements Registration {
    private final ByteString key;
    private final Runnable onChange;
    private volatile boolean ended;
    private volatile State state = State.AWAITED;

    // Guarded by this.
    private @Nullable StreamObserver<WatchRequest> requests;
    private Duration pause = FIRST_PAUSE;
    private int member = -1;
    private int streams;

    Watch(ByteString key, Runnable onChange) {
      this.key = key;
      this.onChange = onChange;
    }

    /** A call may be needed, so nothing is held meanwhile that who brings its answer may need. */
    private void connect() {
      int to = cluster.members().current();
      int number = begin(to);
      try {
        open(number, cluster.forStream(to));
      } catch (EtcdFailure | RuntimeException failed) {
        again(number, failed);
      }
    }

    private synchronized int begin(int to) {
      member = to;
      return ++streams;
    }

    private synchronized void open(int number, Channel channel) {
      if (ended || number != streams) {
        return;
      }
      StreamObserver<WatchRequest> stream =
          WatchGrpc.newStub(channel).watch(new Events(this, number));
      requests = stream;
      stream.onNext(
          WatchRequest.newBuilder()
              .setCreateRequest(WatchCreateRequest.newBuilder().setKey(key))
              .build());
    }

    /** Whoever is interrupted does not wait (rule P13). */
    void awaitCreation() {
      long end = clock.ticks() + PATIENCE.toNanos();
      try {
        while (state == State.AWAITED && !ended && clock.ticks() - end < 0) {
          scheduler.pause(GLANCE);
        }
      } catch (InterruptedException interrupt) {
        Thread.currentThread().interrupt();
      }
      synchronized (this) {
        state = state == State.AWAITED ? State.LATE : state;
      }
    }

    private void heard(int number, WatchResponse response) {
      if (response.getCanceled()) {
        cluster.loginAgain(); // of a token that is too old etcd tells so, in no certain words
        again(number, new IllegalStateException("canceled: " + response.getCancelReason()));
        return;
      }
      boolean missed;
      synchronized (this) {
        if (number != streams) {
          return;
        }
        missed = response.getCreated() && state != State.AWAITED;
        state = State.CREATED;
        pause = FIRST_PAUSE;
      }
      if (missed || response.getEventsCount() > 0) {
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

    private void again(int number, Throwable why) {
      giveUp(number, why).ifPresent(Watches::cancel);
    }

    /** The stream that is given up, unless another one has been opened since. */
    private synchronized Optional<StreamObserver<WatchRequest>> giveUp(int number, Throwable why) {
      if (ended || number != streams) {
        return Optional.empty();
      }
      Optional<StreamObserver<WatchRequest>> old = Optional.ofNullable(requests);
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
      return old;
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
        cancel(stream);
      }
    }
  }
}
