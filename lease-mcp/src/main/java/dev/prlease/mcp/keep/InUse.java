package dev.prlease.mcp.keep;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which holdings tool calls act on. Two calls of one session share its lease and must not act at
 * the same time; commands tell each other apart by their processes, and here they all have one.
 * Thread-safe.
 */
public final class InUse {
  private final Set<Holding> holdings = ConcurrentHashMap.newKeySet();

  /** One that nobody uses. */
  public InUse() {}

  /** As long as it lasts no other call gets in. */
  @FunctionalInterface
  public interface Turn {
    /** Lets others in. */
    void end();
  }

  /** A turn at {@code holding}; empty while another call has it. */
  public Optional<Turn> enter(Holding holding) {
    return holdings.add(holding) ? Optional.of(() -> holdings.remove(holding)) : Optional.empty();
  }
}
