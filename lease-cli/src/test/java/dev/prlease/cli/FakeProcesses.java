package dev.prlease.cli;

import dev.prlease.api.Holder;
import dev.prlease.api.ProcessIdentity;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Processes of a host that a test makes up. */
final class FakeProcesses implements Processes {
  private final Set<Long> dead = new HashSet<>();
  private long pid = 4711;
  private boolean broken;
  private Runnable whenAsked = () -> {};
  private Runnable whenNamed = () -> {};

  /** What happens when somebody asks whether a process is alive; once. */
  void whenAsked(Runnable event) {
    whenAsked = event;
  }

  /** What happens when somebody asks who this is; once. */
  void whenNamed(Runnable event) {
    whenNamed = event;
  }

  /** From now on whoever asks who this is meets a fault. */
  void breakDown() {
    broken = true;
  }

  /** The pid of the calls that follow. */
  void pid(long next) {
    pid = next;
  }

  void kill(long victim) {
    dead.add(victim);
  }

  @Override
  public Holder self(String program, String label) {
    Runnable event = whenNamed;
    whenNamed = () -> {};
    event.run();
    if (broken) {
      throw new IllegalStateException("broken");
    }
    ProcessIdentity self =
        new ProcessIdentity(pid, OptionalLong.of(99), Optional.of("boot"), OptionalLong.of(7));
    return new Holder("testhost", Optional.of(self), program, label);
  }

  @Override
  public boolean isProvablyDead(Holder holder) {
    Runnable event = whenAsked;
    whenAsked = () -> {};
    event.run();
    return holder.process().map(process -> dead.contains(process.pid())).orElse(false);
  }
}
