package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.util.Optional;

/**
 * A call of a store, as {@link FaultyLeaseStore} sees it.
 *
 * @param number counts the calls of that store, from 1
 * @param operation which method
 * @param key the key, but for a listing
 * @param expected the condition of an exchange
 * @param change the change of an exchange
 */
public record StoreCall(
    int number,
    Operation operation,
    Optional<LeaseKey> key,
    Optional<Expected> expected,
    Optional<Change> change) {
  /** The methods of a store that reach its engine. */
  public enum Operation {
    /** {@code load}. */
    LOAD,
    /** {@code compareAndExchange}, also as one of a batch. */
    EXCHANGE,
    /** {@code list}. */
    LIST
  }
}
