package dev.prlease.store.git;

import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.FencedChange;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A change that somebody's push is to carry; its objects stay until it is closed. */
final class Carried implements FencedChange {
  private final String reference;
  private final String expected;
  private final LeaseSlot slot;
  private final Workspace workspace;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** {@code workspace} was entered, and is left by closing this. */
  Carried(String reference, String expected, LeaseSlot slot, Workspace workspace) {
    this.reference = reference;
    this.expected = expected;
    this.slot = slot;
    this.workspace = workspace;
  }

  @Override
  public String reference() {
    return reference;
  }

  @Override
  public String expected() {
    return expected;
  }

  @Override
  public String commit() {
    return slot.version().token();
  }

  @Override
  public Path objects() {
    return workspace.objectDirectory();
  }

  @Override
  public LeaseSlot slot() {
    return slot;
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      workspace.leave();
    }
  }
}
