package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.PushFence;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Watchable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store as the use cases see it. A store is code of others, that may answer with null, with less
 * than was asked for, or with an error that no store should throw: such an answer becomes a {@link
 * LeaseStoreException} that names the plugin and the method, before anybody builds on it. A
 * senseless answer to a write leaves its outcome unknown, and is settled like any other (rule P7).
 * What ends the thread, as running out of memory does, ends that of a caller here too; a batch has
 * no caller, and its grants must not be lost with it.
 */
final class CheckedStore implements LeaseStore {
  private final LeaseStore store;
  private final String location;

  CheckedStore(LeaseStore store) {
    this.store = store;
    this.location = locationOf(store);
  }

  /** Asked once, and no timer waits for it: a store may be locked while a call of it hangs. */
  private static String locationOf(LeaseStore store) {
    try {
      return Objects.requireNonNullElse(store.location(), store.getClass().getName());
    } catch (Throwable undeclared) {
      return store.getClass().getName();
    }
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    LeaseSlot slot;
    try {
      slot = store.load(key);
    } catch (LeaseException declared) {
      throw declared;
    } catch (Exception | LinkageError undeclared) {
      throw failed("load", Optional.of(key), "threw " + undeclared, undeclared);
    }
    if (Objects.isNull(slot)) {
      throw failed("load", Optional.of(key), "returned null", null);
    }
    return slot;
  }

  /** Never fails as a whole: what went wrong with all is told of each. */
  @Override
  public List<LoadResult> loadAll(List<LeaseKey> keys) {
    List<LoadResult> results;
    try {
      results = store.loadAll(keys);
    } catch (LeaseException declared) {
      return allFailed(keys, declared);
    } catch (Throwable undeclared) {
      return allFailed(
          keys, failed("loadAll", Optional.empty(), "threw " + undeclared, undeclared));
    }
    if (Objects.isNull(results) || results.size() != keys.size()) {
      String what =
          "returned "
              + (Objects.isNull(results) ? "null" : results.size() + " results")
              + " for "
              + keys.size()
              + " keys";
      return allFailed(keys, failed("loadAll", Optional.empty(), what, null));
    }
    List<LoadResult> checked = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      LoadResult result = results.get(i);
      boolean isOfTheKey = !Objects.isNull(result) && result.key().equals(keys.get(i));
      checked.add(isOfTheKey ? result : senseless(keys.get(i)));
    }
    return checked;
  }

  private LoadResult senseless(LeaseKey key) {
    return new LoadResult.Failed(
        key,
        failed("loadAll", Optional.of(key), "returned null, or the result of another key", null));
  }

  private static List<LoadResult> allFailed(List<LeaseKey> keys, LeaseException error) {
    List<LoadResult> results = new ArrayList<>(keys.size());
    for (LeaseKey key : keys) {
      results.add(new LoadResult.Failed(key, error));
    }
    return results;
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    Exchange answer;
    try {
      answer = store.compareAndExchange(key, expected, change);
    } catch (LeaseException declared) {
      throw declared;
    } catch (Exception | LinkageError undeclared) {
      throw unknown("compareAndExchange", key, "threw " + undeclared, undeclared);
    }
    if (Objects.isNull(answer)) {
      throw unknown("compareAndExchange", key, "returned null", null);
    }
    if (!isAnswerTo(expected, change, answer)) {
      throw unknown("compareAndExchange", key, "says that it wrote what was not asked", null);
    }
    return asSent(change, answer);
  }

  /**
   * A swap with the record that was sent in the place of the store's own, which is the same (rule
   * LS-19). What a store decodes it makes anew each time, and whoever keeps many leases would hold
   * on to as many copies of one holder.
   */
  private static Exchange asSent(Change change, Exchange answer) {
    if (!(answer instanceof Exchange.Swapped)
        || change.next().isEmpty()
        || !(answer.slot() instanceof LeaseSlot.Held held)) {
      return answer;
    }
    LeaseRecord sent = change.next().get();
    LeaseRecord record =
        held.fence().equals(sent.fence()) ? sent : sent.withFence(held.record().fence());
    return new Exchange.Swapped(new LeaseSlot.Held(held.version(), record, held.writeId()));
  }

  private static boolean isAnswerTo(Expected expected, Change change, Exchange answer) {
    if (answer instanceof Exchange.Refused) {
      return true;
    }
    if (change.next().isEmpty()) {
      return answer.slot() instanceof LeaseSlot.Vacant;
    }
    LeaseRecord asked = change.next().get();
    return answer.slot() instanceof LeaseSlot.Held held
        && isSame(asked, held.record())
        && (expected instanceof Expected.Exactly
            ? held.fence().equals(asked.fence())
            : held.fence().compareTo(asked.fence()) >= 0);
  }

  private static boolean isSame(LeaseRecord asked, LeaseRecord written) {
    return asked.key().equals(written.key())
        && asked.owner().equals(written.owner())
        && asked.acquiredAt().equals(written.acquiredAt())
        && asked.ttl().equals(written.ttl())
        && asked.grantId().equals(written.grantId())
        && asked.claim().equals(written.claim());
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    List<ListedSlot> slots;
    try {
      slots = store.list(filter);
    } catch (LeaseException declared) {
      throw declared;
    } catch (Throwable undeclared) {
      throw failed("list", Optional.empty(), "threw " + undeclared, undeclared);
    }
    if (Objects.isNull(slots) || slots.stream().anyMatch(Objects::isNull)) {
      throw failed("list", Optional.empty(), "returned null, or a list with null in it", null);
    }
    return slots;
  }

  /** Never fails as a whole: what went wrong with all is told of each. */
  @Override
  public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    List<ExchangeResult> results;
    try {
      results = store.exchangeAll(requests);
    } catch (Throwable failed) {
      return allUnknown(requests, "threw " + failed, failed);
    }
    if (Objects.isNull(results) || results.size() != requests.size()) {
      return allUnknown(
          requests,
          "returned "
              + (Objects.isNull(results) ? "null" : results.size() + " results")
              + " for "
              + requests.size()
              + " requests",
          null);
    }
    List<ExchangeResult> checked = new ArrayList<>(results.size());
    for (int i = 0; i < requests.size(); i++) {
      checked.add(checked(requests.get(i), results.get(i)));
    }
    return checked;
  }

  private ExchangeResult checked(ExchangeRequest request, ExchangeResult result) {
    if (Objects.isNull(result) || !result.key().equals(request.key())) {
      return unknown(request, "returned null, or the result of another request", null);
    }
    if (!(result instanceof ExchangeResult.Answered answered)) {
      return result;
    }
    return isAnswerTo(request.expected(), request.change(), answered.exchange())
        ? new ExchangeResult.Answered(result.key(), asSent(request.change(), answered.exchange()))
        : unknown(request, "says that it wrote what was not asked", null);
  }

  private List<ExchangeResult> allUnknown(
      List<ExchangeRequest> requests, String what, @Nullable Throwable cause) {
    List<ExchangeResult> results = new ArrayList<>(requests.size());
    for (ExchangeRequest request : requests) {
      results.add(unknown(request, what, cause));
    }
    return results;
  }

  private ExchangeResult unknown(ExchangeRequest request, String what, @Nullable Throwable cause) {
    return new ExchangeResult.Failed(
        request.key(), unknown("exchangeAll", request.key(), what, cause));
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public Duration lateWriteBound() {
    Duration bound = store.lateWriteBound();
    if (Objects.isNull(bound) || bound.isNegative()) {
      throw misconfigured("lateWriteBound", "returned " + bound);
    }
    return bound;
  }

  /** What a push can carry a change of this store by, if it can. */
  Optional<PushFence> fence() {
    return store instanceof PushFence fence ? Optional.of(fence) : Optional.empty();
  }

  /** Whether somebody can be told of changes. */
  boolean isWatchable() {
    return store instanceof Watchable;
  }

  /** Watches a store that {@linkplain #isWatchable is watchable}. */
  Registration watch(LeaseKey key, Runnable onChange) {
    Registration watch = ((Watchable) store).watch(key, onChange);
    if (Objects.isNull(watch)) {
      throw misconfigured("watch", "returned null");
    }
    return watch;
  }

  @Override
  public void close() {
    store.close();
  }

  private String name(String method, String what) {
    return "the store "
        + location()
        + " ("
        + store.getClass().getName()
        + ") "
        + what
        + " in "
        + method;
  }

  private LeaseStoreException failed(
      String method, Optional<LeaseKey> key, String what, @Nullable Throwable cause) {
    return new LeaseStoreException(
        key, name(method, what), "Tell the makers of that store: no store may do this.", cause);
  }

  private LeaseStoreException unknown(
      String method, LeaseKey key, String what, @Nullable Throwable cause) {
    return LeaseStoreException.outcomeUnknown(key, name(method, what), cause);
  }

  private LeaseConfigurationException misconfigured(String method, String what) {
    return new LeaseConfigurationException(
        name(method, what), "Tell the makers of that store: no store may do this.", null);
  }
}
