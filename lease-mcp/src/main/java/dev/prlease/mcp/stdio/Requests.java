package dev.prlease.mcp.stdio;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls that are at work, by the ids that the client gave them.
 *
 * <p>Each runs on a thread of the pool, and to cancel it is to interrupt that thread: commands give
 * back what they took when they are interrupted. The pool sees to it that an interrupt which comes
 * late hits no other call. Nothing is started once {@link #refuseMore} was called.
 */
final class Requests {
  private static final Duration LOOK = Duration.ofMillis(10);

  private final Scheduler scheduler;
  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Requests(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Starts {@code work}, unless a call of that id is at work; says whether it did. */
  boolean start(Object id, Consumer<Request> work) {
    Running request = new Running();
    if (closed || running.putIfAbsent(name(id), request) != null) {
      return false;
    }
    request.begin(
        scheduler.execute(
            () -> {
              try {
                if (request.starts()) {
                  work.accept(request);
                }
              } finally {
                running.remove(name(id), request);
              }
            }));
    return true;
  }

  /** Nobody waits for the answer any more. One that is not at work is none of ours, or over. */
  void cancel(@Nullable Object id) {
    find(id).ifPresent(Running::cancel);
  }

  /** Whether the answer to {@code id} is waited for. */
  boolean isAwaited(@Nullable Object id) {
    return find(id).map(request -> !request.isCancelled()).orElse(true);
  }

  private Optional<Running> find(@Nullable Object id) {
    return id == null ? Optional.empty() : Optional.ofNullable(running.get(name(id)));
  }

  /** Refuses what comes from now on, and cancels all that is at work. */
  void refuseMore() {
    closed = true;
    running.values().forEach(Running::cancel);
  }

  /** Waits until none is at work, and says whether that came to be. */
  boolean awaitNone(Duration atMost) throws InterruptedException {
    for (Duration left = atMost; !running.isEmpty(); left = left.minus(LOOK)) {
      if (left.isNegative()) {
        return false;
      }
      // One that was registered while the door was closed is cancelled here.
      running.values().forEach(Running::cancel);
      scheduler.pause(LOOK);
    }
    return true;
  }

  /** Ids are text or numbers, and 1 is not "1". */
  private static String name(Object id) {
    return id instanceof Number number ? "#" + number.longValue() : "'" + id;
  }

  private static final class Running implements Request {
    private Optional<Scheduler.Handle> handle = Optional.empty(); // guarded by this
    private boolean started; // guarded by this
    private boolean cancelled; // guarded by this

    synchronized void begin(Scheduler.Handle running) {
      handle = Optional.of(running);
      if (started && cancelled) {
        running.cancel();
      }
    }

    /** One that is cancelled while it waits for a thread is left to come to its turn and end. */
    synchronized boolean starts() {
      started = !cancelled;
      return started;
    }

    /** Once, so that a command which gives things back is not disturbed in it. */
    synchronized void cancel() {
      if (!cancelled) {
        cancelled = true;
        if (started) {
          handle.ifPresent(Scheduler.Handle::cancel);
        }
      }
    }

    @Override
    public synchronized boolean isCancelled() {
      return cancelled;
    }
  }
}
