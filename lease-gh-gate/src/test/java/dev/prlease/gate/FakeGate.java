package dev.prlease.gate;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Gate;
import dev.prlease.spi.Registration;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A gate whose lease the test renews and loses. */
final class FakeGate implements Gate {
  private final SystemClock clock = new SystemClock();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final List<String> certified = new CopyOnWriteArrayList<>();
  private volatile Optional<String> head = Optional.empty();
  private volatile Optional<LeaseException> uncertified = Optional.empty();
  private volatile Instant deadline;
  private volatile Fence fence = new Fence(1_700_000_000_000_000L);
  private volatile boolean lost;
  private volatile Runnable afterDeadlineAsked = () -> {};
  private volatile Optional<LeaseException> refusal = Optional.empty();
  private volatile Runnable whenAsserted = () -> {};

  FakeGate(Duration remaining) {
    deadline = clock.now().plus(remaining);
  }

  void renew(Duration remaining) {
    deadline = clock.now().plus(remaining);
    listeners.forEach(Listener::renewed);
  }

  void lose() {
    lost = true;
    listeners.forEach(Listener::lost);
  }

  /** Tells of a loss before the clock knows of it, as an operator's break does. */
  void tellLoss() {
    listeners.forEach(Listener::lost);
  }

  /** Runs {@code news} once, right after the next question for the deadline was answered. */
  void afterDeadlineAsked(Runnable news) {
    afterDeadlineAsked = news;
  }

  void refuse(LeaseException with) {
    refusal = Optional.of(with);
  }

  /**
   * Runs {@code meanwhile} whenever ownership is asserted: right before each program that is bound
   * to the gate.
   */
  void whenAsserted(Runnable meanwhile) {
    whenAsserted = meanwhile;
  }

  /** Runs {@code meanwhile} once, at the {@code nth} assertion from now: each program is one. */
  void whenAsserted(int nth, Runnable meanwhile) {
    AtomicInteger left = new AtomicInteger(nth);
    whenAsserted(
        () -> {
          if (left.decrementAndGet() == 0) {
            meanwhile.run();
          }
        });
  }

  void dropFence() {
    fence = Fence.NONE;
  }

  int listenerCount() {
    return listeners.size();
  }

  @Override
  public LeaseKey key() {
    return LeaseKey.pullRequest("acme/app", 42);
  }

  @Override
  public SessionId session() {
    return SessionId.of("the session's \"own\" $name");
  }

  @Override
  public Fence fence() {
    return fence;
  }

  @Override
  public GrantId grantId() {
    return new GrantId("0123456789abcdef0123456789abcdef");
  }

  @Override
  public Instant deadline() {
    Instant answer = deadline;
    Runnable then = afterDeadlineAsked;
    afterDeadlineAsked = () -> {};
    then.run();
    return answer;
  }

  @Override
  public Duration remaining() {
    Duration left = Duration.between(clock.now(), deadline);
    return lost || left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public void assertOwned() {
    whenAsserted.run();
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  /** The commits that were written down, in order. */
  List<String> certified() {
    return List.copyOf(certified);
  }

  /** What the record keeps; nothing, unless the test says so. */
  void head(Optional<String> kept) {
    head = kept;
  }

  /** Has {@code failure} thrown when a commit is to be written down. */
  void refuseToCertify(LeaseException failure) {
    uncertified = Optional.of(failure);
  }

  @Override
  public Optional<String> head() {
    return head;
  }

  @Override
  public void certify(String commit) {
    if (uncertified.isPresent()) {
      throw uncertified.get();
    }
    certified.add(commit);
  }

  @Override
  public Registration listen(Listener listener) {
    listeners.add(listener);
    if (lost) {
      listener.lost();
    }
    return () -> listeners.remove(listener);
  }
}
