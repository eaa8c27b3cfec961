package dev.prlease.gate.watch;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.core.PrLease;
import dev.prlease.gate.DisarmAction;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Scheduler;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Watches a pull request under its lease until it is merged, or will not be.
 *
 * <p>Each look decides anew from what is there ({@link Standing}); what is remembered from one look
 * to the next is which head was certified, whether the forge has the pull request in hand, and how
 * long there has been no check. So whatever others do in between (push, close, merge, dequeue) is
 * met by the same few rules:
 *
 * <ul>
 *   <li>A head is certified when its checks passed, and written into the lease. A merge is pinned
 *       to it, so that nothing else can be merged whatever happens between look and merge (lesson
 *       L12). Another head starts over; what the forge was told to merge by itself is taken back
 *       before anything else is tried for it (lesson L59).
 *   <li>Each try goes through the gate: ownership is asserted before it, and the pull request read
 *       after it (lesson L11). A try whose end is unknown may be followed by another: both are
 *       pinned to one head.
 *   <li>What passes by itself (network, limits) is tried again after growing pauses; what would
 *       fail again is not.
 *   <li>Once the forge has it in hand, the lease is kept until it is merged or dropped. A watch
 *       that ends before takes back what it asked the forge for, out of the queue, too; what others
 *       asked for stays ({@link Tries}, {@link Entrusted}).
 * </ul>
 *
 * <p>The lease is the caller's to keep alive and to release. For one thread at a time.
 */
public final class WatchAndMerge {
  private final Forge forge;
  private final Scheduler scheduler;
  private final Clock clock;
  private final WatchOptions options;
  private final Consumer<? super WatchEvent> progress;

  /**
   * One for any number of watches.
   *
   * @param progress told of everything, on the watching thread
   */
  public WatchAndMerge(
      Forge forge,
      Scheduler scheduler,
      Clock clock,
      WatchOptions options,
      Consumer<? super WatchEvent> progress) {
    this.forge = Objects.requireNonNull(forge, "forge");
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.options = Objects.requireNonNull(options, "options");
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /**
   * Watches the pull request of {@code lease}.
   *
   * @throws dev.prlease.api.NotOwnerException and the other errors of {@link PrLease#assertOwned}:
   *     the lease is lost; nothing was started since
   * @throws ForgeException if the forge says what it would say again: not logged in, no such pull
   *     request
   * @throws InterruptedException if the thread is interrupted before it is known how this ends;
   *     after that, the flag is kept. What the forge was told to merge by itself was taken back, or
   *     a warning told that this could not be done, within some twenty seconds
   */
  public WatchResult run(PrLease lease) throws InterruptedException {
    Waits waits = new Waits(lease, scheduler, clock, options.timeout(), progress);
    Tries tries = new Tries(waits::ticks, head -> progress.accept(entrusted(lease, head)));
    NotedForge noted = new NotedForge(forge, tries);
    Entrusted entrusted = new Entrusted(lease, noted, waits, tries, progress);
    Watch watch = new Watch(lease, noted, options, waits, tries, entrusted, progress);
    WatchResult result;
    try {
      result = watch.run();
    } catch (InterruptedException cut) {
      Thread.currentThread().interrupt();
      entrusted.end();
      Optional<WatchResult> seen = watch.over();
      if (seen.isPresent()) {
        return seen.get();
      }
      boolean unused = Thread.interrupted();
      throw cut;
    } catch (RuntimeException | Error failed) {
      entrusted.end();
      throw failed;
    }
    entrusted.end();
    return watch.over().orElse(result);
  }

  private static WatchEvent entrusted(PrLease lease, Optional<String> head) {
    return head.isPresent()
        ? new WatchEvent.Entrusted(DisarmAction.byHand(lease.key()))
        : new WatchEvent.Settled();
  }
}
