package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Fencing;
import dev.prlease.spi.Gate;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The gate of one running action. It has a timer of its own for the deadline, moved by each
 * renewal, and is told when the clock jumped, so that a loss is told whether or not a keeper runs.
 */
final class LeaseGate implements Gate, GrantState.Observer, StepWatch.Watcher, AutoCloseable {
  /** One listener, with its news in order. */
  private static final class Listening {
    final Listener listener;
    final Mailbox mailbox;
    volatile boolean closed;

    Listening(Listener listener, Mailbox mailbox) {
      this.listener = listener;
      this.mailbox = mailbox;
    }

    void tellRenewed() {
      mailbox.post(Mailbox.Kind.REPLACEABLE, () -> tell(listener::renewed));
    }

    void tellLost() {
      mailbox.post(Mailbox.Kind.LAST, () -> tell(listener::lost));
    }

    private void tell(Runnable news) {
      if (!closed) {
        news.run();
      }
    }
  }

  private final Core core;
  private final Looking looking;
  private final Renewing renewing;
  private final Ending ending;
  private final StepWatch steps;
  private final OpenGates gates;
  private final GrantState grant;

  // All guarded by this.
  private final List<Listening> listeners = new ArrayList<>(1);
  private Scheduler.@Nullable Handle timer;
  private @Nullable Throwable refusal;
  private boolean over;
  private boolean closed;
  private OpenGates.@Nullable Entry entry;

  LeaseGate(
      Core core,
      Looking looking,
      Renewing renewing,
      Ending ending,
      StepWatch steps,
      OpenGates gates,
      GrantState grant) {
    this.core = core;
    this.looking = looking;
    this.renewing = renewing;
    this.ending = ending;
    this.steps = steps;
    this.gates = gates;
    this.grant = grant;
  }

  /** Counts as open from now on, and starts to watch the deadline. */
  void open() {
    synchronized (this) {
      entry = gates.enter(grant.identity());
    }
    steps.add(this);
    grant.observe(this);
    check();
    mustBeArmed();
  }

  /** Nothing is begun without a watch over its deadline. */
  private synchronized void mustBeArmed() {
    if (refusal != null) {
      throw new IllegalStateException(
          "the scheduler refuses a timer for the deadline: " + refusal.getMessage(), refusal);
    }
  }

  @Override
  public LeaseKey key() {
    return grant.identity().key();
  }

  @Override
  public SessionId session() {
    return grant.identity().session();
  }

  @Override
  public Fence fence() {
    return grant.identity().fence();
  }

  @Override
  public GrantId grantId() {
    return grant.grantId();
  }

  @Override
  public Instant deadline() {
    return grant.known().validity().expiresAt().minus(core.clock().uncertainty());
  }

  @Override
  public Duration remaining() {
    return grant.isOpen()
        ? Durations.max(Duration.ZERO, grant.known().validity().remaining(core.now()))
        : Duration.ZERO;
  }

  @Override
  public void assertOwned() {
    looking.assertOwned(grant, Duration.ZERO);
  }

  @Override
  public Optional<String> head() {
    return grant.known().record().head();
  }

  @Override
  public void certify(String commit) {
    Limits.checkCommit(commit);
    renewing.certify(grant, commit);
  }

  @Override
  public Optional<Fencing> fencing() {
    return core.store().fence().map(fence -> new StoreFencing(renewing, grant, fence));
  }

  @Override
  public Registration listen(Listener listener) {
    Listening listening = new Listening(listener, new Mailbox(core.listenerLane()));
    boolean tooLate;
    synchronized (this) {
      tooLate = over;
      listeners.add(listening);
    }
    if (tooLate) {
      listening.tellLost();
    }
    return () -> {
      listening.closed = true;
      synchronized (this) {
        listeners.remove(listening);
      }
    };
  }

  /** Arms the timer; again if what is known changed meanwhile, see {@link KeptGrant#check}. */
  @Override
  public void check() {
    long revision;
    do {
      revision = grant.revision();
      arm(ending.loseIfOver(grant, Duration.ZERO, core.now()));
    } while (grant.revision() != revision);
  }

  /** A scheduler that refuses the timer is asked again with the next beat. */
  private synchronized void arm(Duration left) {
    Scheduler.Handle replaced = timer;
    refusal = null;
    if (Durations.isPositive(left) && !over && !closed) {
      try {
        timer = core.scheduler().after(left, this::check);
      } catch (Throwable refused) {
        refusal = refused;
        return; // the one that is armed may be late, but it is armed
      }
    } else {
      timer = null;
    }
    if (replaced != null) {
      replaced.cancel();
    }
  }

  @Override
  public void beat() {
    boolean missed;
    synchronized (this) {
      missed = refusal != null;
    }
    if (missed) {
      check();
    }
  }

  @Override
  public void renewed() {
    check();
    listening().forEach(Listening::tellRenewed);
  }

  /** However the grant ended, what acts under it must stop. */
  @Override
  public void over(LeaseEnd end) {
    List<Listening> toTell;
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      toTell = List.copyOf(listeners);
    }
    toTell.forEach(Listening::tellLost);
  }

  private synchronized List<Listening> listening() {
    return List.copyOf(listeners);
  }

  /** The action is over: nobody is told anything any more. */
  @Override
  public void close() {
    grant.forget(this);
    steps.remove(this);
    synchronized (this) {
      closed = true;
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
      listeners.forEach(listening -> listening.closed = true);
      listeners.clear();
      if (entry != null) {
        gates.leave(entry);
        entry = null;
      }
    }
  }
}
