package dev.prlease.store.git;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One exchange on its way to a result. Used by one thread. */
final class Trial {
  private final ExchangeRequest request;
  private final String ref;
  private @Nullable ExchangeResult result;
  private @Nullable LeaseSlot actual;
  private Optional<SlotVersion> refusedAt = Optional.empty();
  private Optional<Push.Result.Rejected> rejection = Optional.empty();
  private int refusals;

  Trial(ExchangeRequest request, String ref) {
    this.request = request;
    this.ref = ref;
  }

  ExchangeRequest request() {
    return request;
  }

  LeaseKey key() {
    return request.key();
  }

  String ref() {
    return ref;
  }

  boolean isOpen() {
    return result == null;
  }

  void answer(Exchange exchange) {
    result = new ExchangeResult.Answered(key(), exchange);
  }

  void fail(LeaseException error) {
    result = new ExchangeResult.Failed(key(), error);
  }

  ExchangeResult result() {
    ExchangeResult found = result;
    if (found == null) {
      throw new IllegalStateException("no result for " + key());
    }
    return found;
  }

  /** What the slot holds for certain, as it was just read. */
  Optional<LeaseSlot> actual() {
    return Optional.ofNullable(actual);
  }

  void found(LeaseSlot slot) {
    actual = slot;
  }

  /** Whether only a look can tell what the slot holds: a change was refused. */
  boolean mustRead() {
    return actual == null && refusedAt.isPresent();
  }

  /**
   * The slot was not at {@code version}, says the server; or it did not want the change, for the
   * reason in {@code why}.
   */
  void refused(SlotVersion version, Optional<Push.Result.Rejected> why) {
    refusals = refusedAt.equals(Optional.of(version)) ? refusals + 1 : 1;
    refusedAt = Optional.of(version);
    rejection = why;
    actual = null;
  }

  /** What the server said to the last change, if it was about more than where the slot is. */
  Optional<Push.Result.Rejected> rejection() {
    return rejection;
  }

  /** How often in a row the change was refused at {@code version}. */
  int refusalsAt(SlotVersion version) {
    return refusedAt.equals(Optional.of(version)) ? refusals : 0;
  }
}
