package dev.prlease.spi;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseSlot.Unreadable;
import dev.prlease.api.LeaseSlot.Vacant;
import java.util.Optional;

/**
 * The compare of compare-and-exchange as a pure function (rules LS-3, LS-4, LS-5, LS-9, LS-11), for
 * stores whose engine has no statement for it.
 */
public final class SlotRules {
  private SlotRules() {}

  /**
   * What the slot is to hold after {@code change}, or empty if {@code current} does not meet {@code
   * expected}.
   */
  public static Optional<AbstractLeaseStore.Content> next(
      LeaseSlot current, Expected expected, Change change) {
    if (expected instanceof Expected.Exactly exactly) {
      return exactly.version().equals(current.version())
          ? Optional.of(content(current, change, change.fence()))
          : Optional.empty();
    }
    if (!(current instanceof Vacant vacant) || !vacant.knowsFence()) {
      return Optional.empty();
    }
    return Optional.of(content(current, change, vacant.fence().nextAtLeast(change.fence())));
  }

  private static AbstractLeaseStore.Content content(LeaseSlot current, Change change, Fence fence) {
    Change.Replaced replaced =
        current instanceof Unreadable ? Change.Replaced.ARCHIVE : change.replaced();
    Optional<LeaseRecord> next = change.next();
    if (next.isEmpty()) {
      return new AbstractLeaseStore.Content(
          next, fence.max(current.fence()), change.writeId(), replaced);
    }
    // Written out, and copied only where the fence is another: every command that writes comes
    // here.
    LeaseRecord record = next.get();
    return new AbstractLeaseStore.Content(
        record.fence().value() == fence.value() ? next : Optional.of(record.withFence(fence)),
        fence,
        change.writeId(),
        replaced);
  }
}
