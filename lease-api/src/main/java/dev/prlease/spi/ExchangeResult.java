package dev.prlease.spi;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import java.util.Objects;

/** What became of one exchange of a batch. */
public sealed interface ExchangeResult {
  /** The key of the request. */
  LeaseKey key();

  /** The exchange was answered. */
  record Answered(LeaseKey key, Exchange exchange) implements ExchangeResult {
    /** Refuses null. */
    public Answered {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(exchange, "exchange");
    }
  }

  /** The exchange failed; those of other keys are not touched by that (lesson L30). */
  record Failed(LeaseKey key, LeaseException error) implements ExchangeResult {
    /** Refuses null. */
    public Failed {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(error, "error");
    }
  }
}
