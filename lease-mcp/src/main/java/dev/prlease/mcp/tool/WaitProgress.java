package dev.prlease.mcp.tool;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.core.LeaseStatus;
import dev.prlease.mcp.Commands;
import dev.prlease.spi.Scheduler;
import java.time.Duration;

/**
 * Tells the client of a call that waits, every few seconds, who is waited for: clients that count
 * progress do not give up on it then. Told from another thread than the call's, and never after
 * {@link #close}.
 */
final class WaitProgress implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final Commands commands;
  private final LeaseKey key;
  private final ToolCall call;
  private final Scheduler.Handle ticking;
  private boolean over; // guarded by this

  WaitProgress(Commands commands, Scheduler scheduler, LeaseKey key, ToolCall call) {
    this.commands = commands;
    this.key = key;
    this.call = call;
    this.ticking = scheduler.every(INTERVAL, () -> scheduler.execute(this::tell));
  }

  private void tell() {
    String told = describe();
    synchronized (this) {
      if (!over) {
        call.progress(told);
      }
    }
  }

  private String describe() {
    try {
      LeaseStatus status = commands.leases().find(key);
      return status
          .record()
          .filter(held -> status.state() == LeaseStatus.State.HELD)
          .map(held -> key + " is held by " + held.owner() + " until " + held.expiresAt())
          .map(holder -> "waiting: " + holder + ", if nobody renews it")
          .orElse("waiting for " + key);
    } catch (LeaseException unknown) {
      return "waiting for " + key;
    }
  }

  @Override
  public void close() {
    ticking.cancel();
    synchronized (this) {
      over = true;
    }
  }
}
