package dev.prlease.core;

import dev.prlease.spi.Fencing;
import dev.prlease.spi.PushFence;

/** Has pushes carry renewals of one grant. */
record StoreFencing(Renewing renewing, GrantState grant, PushFence fence) implements Fencing {
  @Override
  public String repository() {
    return fence.repository();
  }

  @Override
  public <T extends Report> T renewBy(String head, Carrier<T> carrier) throws InterruptedException {
    Limits.checkCommit(head);
    return renewing.carry(grant, head, fence, carrier);
  }
}
