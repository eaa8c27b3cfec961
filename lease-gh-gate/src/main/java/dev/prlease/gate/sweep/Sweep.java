package dev.prlease.gate.sweep;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.ListedLease;
import dev.prlease.gate.push.InHand;
import dev.prlease.gate.sweep.Swept.Fate;
import dev.prlease.gate.sweep.Swept.Warning;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Ends live leases that nobody will give back: on pull requests that are merged or closed, and of
 * processes of this host that are gone for certain (lesson L62).
 *
 * <p>Each is ended by a break of exactly the grant that was judged (rule P15), which the audit
 * keeps with the reason; one that was renewed meanwhile is the same grant. The lease of a process
 * that was found dead is looked at again after the longest grace of a command that it may have left
 * behind, which its watchdog is ending: one that was renewed since has somebody who keeps it. What
 * such a process had the forge do by itself it could not take back; that is looked for and told.
 */
public final class Sweep {
  /** Longer than any command's grace, and the watchdog's own margin. */
  static final Duration LONGEST_GRACE = Duration.ofSeconds(8);

  /** Whether leases are ended. */
  public enum Mode {
    /** They are. */
    END,
    /** It is only told which would be. */
    DRY_RUN
  }

  private final LeaseManager manager;
  private final Forge forge;
  private final Scheduler scheduler;
  private final Predicate<? super Holder> isGone;

  /**
   * A sweep.
   *
   * @param isGone whether a holder kept its lease and is gone for certain: unknown is not gone
   *     (lesson L49)
   */
  public Sweep(
      LeaseManager manager, Forge forge, Scheduler scheduler, Predicate<? super Holder> isGone) {
    this.manager = Objects.requireNonNull(manager, "manager");
    this.forge = Objects.requireNonNull(forge, "forge");
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    this.isGone = Objects.requireNonNull(isGone, "isGone");
  }

  /**
   * Judges {@code leases}, and ends those that nobody will give back.
   *
   * @param operator who does it, for the audit
   * @return what became of each live lease on a pull request
   * @throws InterruptedException if the thread is interrupted; what was ended stays so
   */
  public List<Swept> run(List<ListedLease> leases, SessionId operator, Mode mode)
      throws InterruptedException {
    List<Swept> swept = new ArrayList<>();
    List<LeaseRecord> orphans = new ArrayList<>();
    for (ListedLease lease : leases) {
      Optional<LeaseRecord> live = live(lease);
      if (live.isEmpty()) {
        continue;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LeaseRecord record = live.get();
      if (record.holder().filter(isGone).isPresent()) {
        orphans.add(record);
      } else {
        swept.add(new Swept(record, byForge(record, operator, mode), Optional.empty()));
      }
    }
    if (!orphans.isEmpty() && mode == Mode.END) {
      scheduler.pause(LONGEST_GRACE);
    }
    for (LeaseRecord orphan : orphans) {
      Fate fate = wasRenewed(orphan) ? new Fate.Kept() : byProcess(orphan, operator, mode);
      swept.add(
          new Swept(orphan, fate, fate instanceof Fate.Ended ? left(orphan) : Optional.empty()));
    }
    return swept;
  }

  private static Optional<LeaseRecord> live(ListedLease lease) {
    return lease instanceof ListedLease.Shown shown
            && shown.status().state() == LeaseStatus.State.HELD
        ? shown.status().record().filter(record -> isOfPullRequest(record.key()))
        : Optional.empty();
  }

  private static boolean isOfPullRequest(LeaseKey key) {
    return key.kind() == LeaseKey.Kind.PULL_REQUEST;
  }

  private Fate byForge(LeaseRecord record, SessionId operator, Mode mode) {
    try {
      PullRequest pr = forge.read(record.key());
      return switch (pr.state()) {
        case OPEN -> new Fate.Kept();
        case MERGED ->
            end(
                record,
                operator,
                mode,
                "the pull request is merged"
                    + pr.merge()
                        .filter(m -> !m.by().isEmpty())
                        .map(m -> " by " + m.by())
                        .orElse(""));
        case CLOSED -> end(record, operator, mode, "the pull request is closed");
      };
    } catch (LeaseException trouble) {
      return new Fate.Troubled(trouble);
    }
  }

  /** What cannot be read is left to the break to tell. */
  private boolean wasRenewed(LeaseRecord orphan) {
    try {
      return manager
          .find(orphan.key())
          .record()
          .filter(now -> now.grantId().equals(orphan.grantId()))
          .filter(now -> now.acquiredAt().isAfter(orphan.acquiredAt()))
          .isPresent();
    } catch (LeaseException unread) {
      return false;
    }
  }

  private Fate byProcess(LeaseRecord record, SessionId operator, Mode mode) {
    String process =
        record.holder().flatMap(Holder::process).map(p -> "process " + p.pid()).orElse("process");
    try {
      return end(record, operator, mode, "the " + process + " that kept it on this host is gone");
    } catch (LeaseException trouble) {
      return new Fate.Troubled(trouble);
    }
  }

  /** A process that was killed could not take back what it had the forge do by itself. */
  private Optional<Warning> left(LeaseRecord orphan) {
    LeaseKey key = orphan.key();
    try {
      PullRequest pr = forge.read(key);
      return InHand.of(pr)
          .map(
              left ->
                  new Warning(
                      key + " is still " + left.what() + ", and nobody watches it",
                      "Watch it (prlease watch-and-merge), or " + left.nextStep() + "."));
    } catch (LeaseException unread) {
      return Optional.of(
          new Warning(
              "whether " + key + " is still armed or queued is not known: " + unread.getMessage(),
              "Look at it: gh pr view "
                  + key.number()
                  + " -R "
                  + key.host()
                  + "/"
                  + key.repo()
                  + " --web."));
    }
  }

  private Fate end(LeaseRecord record, SessionId operator, Mode mode, String reason) {
    if (mode == Mode.END) {
      manager.breakLease(record, operator, "swept: " + reason);
    }
    return new Fate.Ended(reason);
  }
}
