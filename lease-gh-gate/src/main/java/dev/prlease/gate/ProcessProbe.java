package dev.prlease.gate;

import dev.prlease.api.Holder;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.process.ProcessStat;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tells which process is which, and whether another one still runs. It reads {@code /proc} and
 * starts nothing.
 *
 * <p>What it finds corroborates, and never decides who owns a lease: a lease ends by its time.
 *
 * <h2>When a process is dead</h2>
 *
 * <p>Only if it could be seen from here if it lived, and is not: same host name, same boot id, same
 * pid namespace, and its id is unused or belongs to a process with another start. Everything else
 * is {@link Liveness#UNKNOWN}, in particular:
 *
 * <ul>
 *   <li><b>Another boot id</b>, though the host name is the same. It would be dead if the machine
 *       were certainly the same and had been rebooted; but host names repeat (images, containers,
 *       {@code localhost}), and another machine with that name has another boot id too.
 *   <li>A process that is absent where {@code /proc} hides those of other users ({@code hidepid}).
 *   <li>A process in state {@code Z}: it may have ended, or only its first thread.
 *   <li>Where there is no {@code /proc}, or it shows another pid namespace than this process's.
 * </ul>
 *
 * <p>Safe for use by several threads at once.
 */
public final class ProcessProbe {
  private final Surroundings here;

  /** Looks at the machine that this process runs on. */
  public ProcessProbe() {
    this(Path.of("/proc"));
  }

  ProcessProbe(Path proc) {
    this.here = new Surroundings(proc);
  }

  /** This process, as the holder of a lease. */
  public Holder holder(String program, String label) {
    return new Holder(here.hostName(), Optional.of(identify(self())), program, label);
  }

  private static long self() {
    return ProcessHandle.current().pid();
  }

  /**
   * The identity of the process that {@code pid} means to this process. Parts that cannot be read,
   * and that includes all but the id when there is no such process, are empty: such an identity is
   * never judged alive or dead.
   */
  public ProcessIdentity identify(long pid) {
    if (!here.showsThisNamespace()) {
      return new ProcessIdentity(pid, OptionalLong.empty(), Optional.empty(), OptionalLong.empty());
    }
    try {
      ProcessStat stat = ProcessStat.read(here.directory(pid));
      return new ProcessIdentity(
          pid, OptionalLong.of(stat.startTicks()), here.bootId(), here.pidNamespace());
    } catch (IOException unseen) {
      return new ProcessIdentity(pid, OptionalLong.empty(), Optional.empty(), OptionalLong.empty());
    }
  }

  /** Whether the process of {@code holder} still runs. */
  public Liveness judge(Holder holder) {
    return holder.process().isPresent()
        ? judge(holder.host(), holder.process().get())
        : Liveness.UNKNOWN;
  }

  /** Whether {@code process} of the machine named {@code host} still runs. */
  public Liveness judge(String host, ProcessIdentity process) {
    if (process.startTicks().isEmpty() || !couldBeSeen(host, process)) {
      return Liveness.UNKNOWN;
    }
    long startTicks = process.startTicks().getAsLong();
    try {
      return compare(look(process.pid()), startTicks);
    } catch (NoSuchFileException absent) {
      return here.hidesProcesses() ? Liveness.UNKNOWN : Liveness.DEAD;
    } catch (IOException denied) {
      return Liveness.UNKNOWN;
    }
  }

  private boolean couldBeSeen(String host, ProcessIdentity process) {
    return !host.isEmpty()
        && host.equals(here.hostName())
        && process.bootId().isPresent()
        && process.bootId().equals(here.bootId())
        && process.pidNamespace().isPresent()
        && process.pidNamespace().equals(here.pidNamespace())
        && here.showsThisNamespace();
  }

  /** Looks twice: a process that ends while it is read is reported as an error first. */
  private ProcessStat look(long pid) throws IOException {
    try {
      return ProcessStat.read(here.directory(pid));
    } catch (NoSuchFileException | AccessDeniedException clear) {
      throw clear;
    } catch (IOException endedMeanwhile) {
      return ProcessStat.read(here.directory(pid));
    }
  }

  private static Liveness compare(ProcessStat found, long startTicks) {
    if (found.startTicks() != startTicks) {
      return Liveness.DEAD;
    }
    return found.state() == 'Z' || found.state() == 'X' ? Liveness.UNKNOWN : Liveness.ALIVE;
  }
}
