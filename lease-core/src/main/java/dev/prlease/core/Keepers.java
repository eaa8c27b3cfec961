package dev.prlease.core;

import dev.prlease.api.Ttl;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Keeps all kept grants of one manager alive (rule P11), a hundred thousand as well as one.
 *
 * <h2>Who does what</h2>
 *
 * <ul>
 *   <li><b>The timer</b> does no I/O and never waits. One {@link Agenda} knows when each grant
 *       falls due: for work, or for its end. Ends are declared then and there, so that neither a
 *       store nor a listener that hangs can delay any; grants that are due for work join a queue
 *       here.
 *   <li><b>Rounds</b> work the queues off, on the lane for calls of the store. A round takes as
 *       many grants as make one batch, renewals before looks, and asks for the next round before it
 *       calls the store: so as many rounds run at once as the lane is wide, what falls due while
 *       they run makes the next batches, and a store that is slow gets fewer and larger ones. There
 *       is no thread, task or timer per grant.
 *   <li><b>Listeners</b> are told on a lane of their own, each by a {@link Mailbox}.
 * </ul>
 *
 * <h2>What hangs, and whom it may hold up</h2>
 *
 * A batch that meets one key for which the store hangs (a lock of somebody else's, a file on a dead
 * disk) holds up all that are in it, and nobody can tell which it is. So a batch of several may
 * take only so long ({@link Patience}): then the timer takes the grants away from it. Renewals that
 * were on their way count as unanswered (rule P7): the next look tells, and at most one exchange
 * from a version swaps, so trying again from another thread is safe; each grant's {@link Turn} is
 * taken away too. What the batch still answers is of no interest. From now on these grants are
 * {@linkplain KeptGrant.Pace#DOUBTFUL doubtful}: they are worked on one at a time, on a lane of
 * their own, until each was answered in time. The one that is not is {@linkplain
 * KeptGrant.Pace#SLOW slow}, and comes after those that are in doubt only because they were in one
 * batch with it.
 *
 * <p>A call that hangs for good costs a thread for good. The lanes have stand-ins for {@value
 * #MOST_HANGING} keys at once for which calls never return; any number may be slow and return. With
 * more, the grants that nobody can work on are lost at their deadlines, on time.
 *
 * <h2>Who may be where</h2>
 *
 * A kept grant is idle, or in one queue, or in one round; its flag {@code working}, set when it
 * falls due and cleared when a round is done with it, sees to that. A round that it was taken from
 * must not touch it any more: each round has an identity, and a grant belongs to the last that
 * began. The queues are guarded by this object's monitor, in which nothing is called.
 */
final class Keepers implements StepWatch.Watcher {
  /** For so many keys calls of the store may hang for good, and all others are kept. */
  static final int MOST_HANGING = 3;

  private static final Duration LONGEST_BETWEEN_LOOKS = Duration.ofSeconds(10);

  private final Core core;
  private final Holdings holdings;
  private final Renewing renewing;
  private final Ending ending;
  private final StepWatch steps;
  private final Agenda agenda;
  private final BatchRenewing renewals;
  private final BatchLooking looks;

  // All guarded by this.
  private final Deque<KeptGrant> dueForRenewal = new ArrayDeque<>();
  private final Deque<KeptGrant> dueForLook = new ArrayDeque<>();
  private final Deque<KeptGrant> doubtful = new ArrayDeque<>();
  private final Deque<KeptGrant> slow = new ArrayDeque<>();
  private boolean roundIsAskedFor;
  private boolean singleIsAskedFor;
  private int count;

  Keepers(
      Core core,
      Holdings holdings,
      Looking looking,
      Renewing renewing,
      Ending ending,
      StepWatch steps) {
    this.core = core;
    this.holdings = holdings;
    this.renewing = renewing;
    this.ending = ending;
    this.steps = steps;
    this.agenda = new Agenda(core, this::askForRounds);
    Patience patience = new Patience(core, this::setApart);
    this.renewals = new BatchRenewing(core, renewing, ending, patience);
    this.looks = new BatchLooking(core, looking, patience);
  }

  Core core() {
    return core;
  }

  Agenda agenda() {
    return agenda;
  }

  Ending ending() {
    return ending;
  }

  boolean isMine(GrantState grant) {
    return renewing.isMine(grant, grant.known().record());
  }

  /** min(TTL/3, 10 s): how long a break may go unnoticed. */
  static Duration lookInterval(Ttl ttl) {
    return Durations.min(LONGEST_BETWEEN_LOOKS, Durations.share(ttl.duration(), 3));
  }

  /**
   * Starts a keeper. Whoever closes the manager waits for that, so that an end that comes of it is
   * told as long as anything is.
   *
   * @throws IllegalStateException if the grant is kept already, or the manager is closed
   */
  KeptGrant start(GrantState grant, KeepAliveOptions options, LeaseListener listener) {
    core.listenerLane().hold();
    try {
      if (holdings.isClosed()) {
        throw LeaseManager.closedException();
      }
      return startInTime(grant, options, listener);
    } finally {
      core.listenerLane().letGo();
    }
  }

  private KeptGrant startInTime(
      GrantState grant, KeepAliveOptions options, LeaseListener listener) {
    KeptGrant keeper = new KeptGrant(this, grant, options, listener);
    entered();
    try {
      if (!grant.observeAlone(keeper)) {
        throw new IllegalStateException(grant.identity().key() + " is being kept alive already");
      }
      keeper.check();
      if (keeper.isActive()) {
        agenda.mustBeArmed();
      }
      return keeper;
    } catch (RuntimeException refused) {
      keeper.neverStarted();
      throw refused;
    }
  }

  private synchronized void entered() {
    if (count == 0) {
      steps.add(this);
    }
    count++;
  }

  /** One of the keepers has ended. */
  synchronized void left() {
    count--;
    if (count == 0) {
      steps.remove(this);
    }
  }

  /** The clock jumped, or the machine slept: everybody sees what the time is. */
  @Override
  public void check() {
    agenda.tellAll();
  }

  @Override
  public void beat() {
    agenda.beat();
  }

  /** {@code keeper} is due for work. */
  void enqueue(KeptGrant keeper) {
    boolean isUrgent = keeper.wantsRenewal(core.now());
    KeptGrant.Pace pace = keeper.pace();
    synchronized (this) {
      switch (pace) {
        case SWIFT -> (isUrgent ? dueForRenewal : dueForLook).add(keeper);
        case DOUBTFUL -> doubtful.add(keeper);
        case SLOW -> slow.add(keeper);
      }
    }
    if (!agenda.isTelling()) {
      askForRounds();
    }
  }

  /** The batches' patience is over with {@code keeper}. */
  private void setApart(KeptGrant keeper, Object round) {
    if (keeper.leave(round)) {
      enqueue(keeper);
    }
  }

  private void askForRounds() {
    boolean asksForRound;
    boolean asksForSingle;
    synchronized (this) {
      asksForRound = !roundIsAskedFor && !(dueForRenewal.isEmpty() && dueForLook.isEmpty());
      roundIsAskedFor |= asksForRound;
      asksForSingle = !singleIsAskedFor && !(doubtful.isEmpty() && slow.isEmpty());
      singleIsAskedFor |= asksForSingle;
    }
    if (asksForRound) {
      core.storeLane().submit(this::round);
    }
    if (asksForSingle) {
      core.singlesLane().submit(this::single);
    }
  }

  private void round() {
    List<KeptGrant> chunk = new ArrayList<>();
    synchronized (this) {
      roundIsAskedFor = false;
      boolean renews = !dueForRenewal.isEmpty();
      Deque<KeptGrant> due = renews ? dueForRenewal : dueForLook;
      int size = renews ? renewals.size().next() : looks.size().next();
      while (chunk.size() < size && !due.isEmpty()) {
        chunk.add(due.remove());
      }
    }
    askForRounds();
    work(chunk);
  }

  private void single() {
    List<KeptGrant> chunk = new ArrayList<>(1);
    synchronized (this) {
      singleIsAskedFor = false;
      Deque<KeptGrant> due = doubtful.isEmpty() ? slow : doubtful;
      if (!due.isEmpty()) {
        chunk.add(due.remove());
      }
    }
    askForRounds();
    work(chunk);
  }

  private void work(List<KeptGrant> chunk) {
    Round round = new Round(chunk, core::aside);
    try {
      keep(round);
    } finally {
      round.end();
    }
  }

  private void keep(Round round) {
    List<KeptGrant> toRenew = new ArrayList<>();
    List<KeptGrant> toLook = new ArrayList<>();
    Moment now = core.now();
    for (KeptGrant keeper : round.members()) {
      boolean clear = keeper.wantsRenewal(now) && !keeper.grant().hasUnsettled();
      (clear ? toRenew : toLook).add(keeper);
    }
    renewals.renewStubbornly(round, toRenew);
    looks.look(round, toLook);
    renewals.renewStubbornly(round, toLook);
  }

  /** Ends all keepers. */
  void close() {
    agenda.all().forEach(item -> ((KeptGrant) item).stop(new LeaseEnd.Closed()));
  }
}
