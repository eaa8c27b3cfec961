package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Gate;
import dev.prlease.spi.Registration;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A gate whose lease a test renews and loses, on the machine's clock: what an action starts lives
 * by that one.
 *
 * <p>Safe for use by several threads at once.
 */
public final class ManualGate implements Gate {
  private final SystemClock clock = new SystemClock();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile Instant deadline;
  private volatile Optional<String> head = Optional.empty();
  private volatile boolean lost;
  private volatile boolean losesWhenListenedTo;

  private ManualGate(Duration remaining) {
    deadline = clock.now().plus(remaining);
  }

  /** A gate that stays open for {@code remaining}, unless the test does something about it. */
  public static ManualGate open(Duration remaining) {
    return new ManualGate(remaining);
  }

  /** A gate whose lease ended a minute ago. */
  public static ManualGate over() {
    return new ManualGate(Duration.ofMinutes(-1));
  }

  /** Renews the lease: from now on {@code remaining} is left. Tells the listeners. */
  public void renew(Duration remaining) {
    deadline = clock.now().plus(remaining);
    listeners.forEach(Listener::renewed);
  }

  /** Loses the lease, as to an operator's break. Tells the listeners. */
  public void lose() {
    if (!lost) {
      lost = true;
      listeners.forEach(Listener::lost);
    }
  }

  /** Loses the lease as soon as somebody listens: the loss came just before. */
  public void loseWhenListenedTo() {
    losesWhenListenedTo = true;
  }

  /** How many listen now. */
  public int listeners() {
    return listeners.size();
  }

  @Override
  public LeaseKey key() {
    return SampleLeases.KEY;
  }

  @Override
  public SessionId session() {
    return SampleLeases.ALICE;
  }

  @Override
  public Fence fence() {
    return new Fence(1_700_000_000_000_000L);
  }

  @Override
  public GrantId grantId() {
    return new GrantId("0123456789abcdef0123456789abcdef");
  }

  @Override
  public Instant deadline() {
    return deadline;
  }

  @Override
  public Duration remaining() {
    Duration left = Duration.between(clock.now(), deadline);
    return lost || left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public void assertOwned() {
    if (lost) {
      throw NotOwnerException.none(key(), session());
    }
    if (remaining().isZero()) {
      throw new LeaseExpiredException(key(), session(), deadline);
    }
  }

  @Override
  public Optional<String> head() {
    return head;
  }

  @Override
  public void certify(String commit) {
    assertOwned();
    head = Optional.of(commit);
  }

  @Override
  public Registration listen(Listener listener) {
    listeners.add(listener);
    if (losesWhenListenedTo) {
      lost = true;
    }
    if (lost) {
      listener.lost();
    }
    return () -> listeners.remove(listener);
  }
}
