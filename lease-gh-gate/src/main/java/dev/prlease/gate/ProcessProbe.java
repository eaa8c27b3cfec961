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
    return look(host, process).liveness();
  }

  /** The same, and why. */
  public ProcessSight look(String host, ProcessIdentity process) {
    Optional<String> elsewhere = whyElsewhere(host, process);
    if (elsewhere.isPresent()) {
      return ProcessSight.unknown(elsewhere.get());
    }
    if (process.startTicks().isEmpty()) {
      return ProcessSight.unknown("when it started is not known");
    }
    try {
      return compare(look(process.pid()), process.startTicks().getAsLong());
    } catch (NoSuchFileException absent) {
      return here.hidesProcesses()
          ? ProcessSight.unknown("/proc hides processes of other users, and shows none with its id")
          : new ProcessSight(Liveness.DEAD, "there is no process " + process.pid());
    } catch (IOException denied) {
      return ProcessSight.unknown("it may not be looked at: " + denied);
    }
  }

  /** The machine's name, as this one calls itself; may be empty. */
  public String hostName() {
    return here.hostName();
  }

  /**
   * Why what was seen beside {@code process} of the machine named {@code host} may be something
   * else here; empty if it was seen on this machine, in this boot and pid namespace.
   */
  public Optional<String> whyElsewhere(String host, ProcessIdentity process) {
    if (host.isEmpty()) {
      return Optional.of("of which host it was is not known");
    }
    if (!host.equals(here.hostName())) {
      return Optional.of("it was on the host " + host + ", and this is " + here.hostName());
    }
    if (process.bootId().isEmpty() || here.bootId().isEmpty()) {
      return Optional.of("in which boot of the machine it was is not known");
    }
    if (!process.bootId().equals(here.bootId())) {
      return Optional.of("it was in another boot, or on another machine of that name");
    }
    if (process.pidNamespace().isEmpty() || here.pidNamespace().isEmpty()) {
      return Optional.of("in which pid namespace it was is not known");
    }
    if (!process.pidNamespace().equals(here.pidNamespace())) {
      return Optional.of("it was in another pid namespace");
    }
    return here.showsThisNamespace()
        ? Optional.empty()
        : Optional.of("/proc shows another pid namespace than this process's");
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

  private static ProcessSight compare(ProcessStat found, long startTicks) {
    if (found.startTicks() != startTicks) {
      return new ProcessSight(Liveness.DEAD, "its id belongs to a process that started later");
    }
    return found.state() == 'Z' || found.state() == 'X'
        ? ProcessSight.unknown("it has ended, or its first thread has, and its parent did not look")
        : new ProcessSight(Liveness.ALIVE, "it is there, with the same start");
  }
}
