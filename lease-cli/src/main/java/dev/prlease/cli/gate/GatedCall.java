package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.LeaseInterruptedException;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.World;
import dev.prlease.cli.command.CallOptions;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.command.Loss;
import dev.prlease.cli.command.RunLease;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.KillGrace;
import dev.prlease.core.PrLease;
import dev.prlease.gate.checkout.CheckoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Does work under the lease of a pull request: takes it, keeps it alive, and gives it back. */
final class GatedCall {
  private static final String INTERRUPTED = "interrupted";

  /** What is done under the lease. */
  @FunctionalInterface
  interface Work {
    /** Does it, though somebody interrupted; what came of it is told later. */
    Done under(PrLease lease, Desk desk) throws Exception;
  }

  /** How the work ended. */
  record Done(int exitCode, Afterwards afterwards, Proof proof, List<Runnable> words) {
    private Done(int exitCode, Afterwards afterwards, Proof proof) {
      this(exitCode, afterwards, proof, List.of());
    }

    /** The pull request is as open as before. */
    static Done with(int exitCode) {
      return new Done(exitCode, Afterwards.AS_BEFORE, Proof.of(exitCode));
    }

    /** It is merged or closed. */
    static Done over(int exitCode) {
      return new Done(exitCode, Afterwards.RELEASED, Proof.of(exitCode));
    }

    /** Something was done that nobody looked at afterwards. */
    static Done unseen(int exitCode) {
      return new Done(exitCode, Afterwards.AS_BEFORE, Proof.LEASE);
    }

    /** The same, told by {@code first}, and then by what told of it before. */
    Done telling(Runnable first) {
      List<Runnable> all = new ArrayList<>(List.of(first));
      all.addAll(words);
      return new Done(exitCode, afterwards, proof, List.copyOf(all));
    }
  }

  /** What makes the exit code true. */
  enum Proof {
    /** What was looked for afterwards is there, whatever became of the lease. */
    SEEN,
    /** Nothing: without the lease it means only that the lease was lost. */
    LEASE;

    private static Proof of(int exitCode) {
      return exitCode == ExitCode.DONE ? SEEN : LEASE;
    }
  }

  /** What becomes of a lease that the session held before. */
  enum Afterwards {
    /** It stays held. */
    AS_BEFORE,
    /** It is given back: there is nothing to drive any more. */
    RELEASED
  }

  private GatedCall() {}

  /** Does {@code work} on {@code key}. */
  static int run(Call call, World world, LeaseKey key, Work work) throws Exception {
    return run(call, world, key, Onlooker.NONE, work);
  }

  /**
   * The same, with somebody who looks on.
   *
   * <p>What came of it is told once the lease was given back: a reader who does not read would keep
   * it, since nothing ends a thread that waits for him.
   */
  static int run(Call call, World world, LeaseKey key, Onlooker onlooker, Work work)
      throws Exception {
    List<Runnable> words = new ArrayList<>();
    try {
      return run(call, world, key, onlooker, work, words);
    } finally {
      world.shutdown().onlyWordsAreLeft();
      words.forEach(Runnable::run);
    }
  }

  private static int run(
      Call call, World world, LeaseKey key, Onlooker onlooker, Work work, List<Runnable> words)
      throws Exception {
    RunLease.Wish wish = RunLease.Wish.of(call, world, key);
    Optional<String> label = CallOptions.sessions(call, world).named().map(Object::toString);
    try (Desk desk = Desk.open(call, world, label)) {
      RunLease taken = RunLease.take(wish, call, world, desk);
      PrLease lease = taken.lease();
      KeepAliveOptions options = KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS);
      Afterwards afterwards = Afterwards.AS_BEFORE;
      Keeper keeper = lease.keepAlive(options, onlooker.begin(lease, desk));
      try {
        Done done = work.under(lease, desk);
        afterwards = done.afterwards();
        words.addAll(done.words());
        // What came of it is told. Whoever interrupts what is done all the same gets its exit
        // code.
        if (Thread.interrupted() && done.exitCode() != ExitCode.DONE) {
          throw new InterruptedException();
        }
        if (done.proof() == Proof.LEASE && afterwards == Afterwards.AS_BEFORE) {
          requireKept(keeper, lease);
        }
        if (done.exitCode() == ExitCode.DONE) {
          lossMeanwhile(call, world, keeper, lease).ifPresent(words::add);
        }
        return done.exitCode();
      } catch (InterruptedException interrupted) {
        throw new LeaseInterruptedException(key, when(interrupted) + "; " + taken.fate());
      } catch (RuntimeException failed) {
        if (Thread.interrupted() && wasCut(failed)) {
          throw new LeaseInterruptedException(key, INTERRUPTED + "; " + taken.fate());
        }
        onlooker.failed(failed);
        throw failed;
      } finally {
        keeper.close();
        if (afterwards == Afterwards.RELEASED) {
          taken.release();
        } else {
          taken.giveUp();
        }
        onlooker.over(lease, desk);
      }
    }
  }

  /** What reads when a signal comes is ended, and knows no more than that it has no answer. */
  private static boolean wasCut(RuntimeException failed) {
    return failed instanceof CheckoutException
        || (failed instanceof ForgeException said && said.kind().isInconclusive());
  }

  /** Whoever stops tells what it was at, unless the wait itself was cut. */
  private static String when(InterruptedException interrupted) {
    String told = interrupted.getMessage();
    return told != null && told.startsWith(INTERRUPTED) ? told : INTERRUPTED;
  }

  /** What was seen to be done is done, whatever became of the lease; but not in silence. */
  private static Optional<Runnable> lossMeanwhile(
      Call call, World world, Keeper keeper, PrLease lease) {
    return Loss.of(keeper, lease)
        .map(
            why ->
                () ->
                    world
                        .console()
                        .err(call.name() + ": done, but the lease was lost meanwhile: " + why));
  }

  /** What failed for the loss of the lease, or may have met another's work, is told as that. */
  private static void requireKept(Keeper keeper, PrLease lease) {
    Optional<String> loss = Loss.of(keeper, lease);
    if (loss.isPresent()) {
      throw new NotHeldException(
          lease.key(),
          "lost the lease on " + lease.key() + " while it acted: " + loss.get(),
          "What it did so far may have met another session's work: look before you go on.");
    }
  }
}
