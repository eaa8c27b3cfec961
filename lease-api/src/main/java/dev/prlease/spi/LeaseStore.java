package dev.prlease.spi;

import dev.prlease.api.ContentionException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps one slot a key, changed only by compare-and-exchange. Everything that makes leases safe
 * rests on these rules; each has a test in {@code lease-testkit} bearing its number.
 *
 * <ol>
 *   <li><b>LS-1</b> {@link #load} and {@link #compareAndExchange} are linearizable: each sees every
 *       exchange that was answered before it began. Never a replica, a mirror or a cache.
 *   <li><b>LS-2</b> Compare and write are one: of any number of exchanges that expect the same
 *       version at most one swaps.
 *   <li><b>LS-3</b> {@link Expected#exactly} swaps if and only if the slot's content comes from
 *       that very write. Versions are compared, never content.
 *   <li><b>LS-4</b> {@link Expected#vacant} swaps if and only if the slot was never written, or has
 *       no record and a fence. Held, unreadable and fenceless slots refuse it.
 *   <li><b>LS-5</b> A swap of {@code vacant} gives the record the fence {@code max(stored + 1,
 *       proposed)}, and the answer shows it.
 *   <li><b>LS-6</b> A refusal writes nothing and returns the slot as it was.
 *   <li><b>LS-7</b> Each swap makes a version that no slot content of that key had before, also
 *       when the content is the same.
 *   <li><b>LS-8</b> The change's write id is stored with it, in one commit, and shown by {@link
 *       #load} until the next swap.
 *   <li><b>LS-9</b> A vacated slot keeps the greater of its own fence and the change's.
 *   <li><b>LS-10</b> What does not decode is {@link LeaseSlot.Unreadable}, whatever its bytes. What
 *       cannot be read is a {@link LeaseStoreException}. Neither is ever vacant.
 *   <li><b>LS-11</b> What an exchange replaces is archived in the same commit if the change asks
 *       for it, or if it is unreadable.
 *   <li><b>LS-12</b> Equal keys share a slot. Different keys never do, unless the store says so
 *       ({@link SharedSlots}).
 *   <li><b>LS-13</b> An exchange whose answer is lost fails with {@link
 *       LeaseStoreException.Outcome#UNKNOWN}, and has landed or never will once {@link
 *       #lateWriteBound} has passed since it was called.
 *   <li><b>LS-14</b> {@link #list} shows each slot that holds a record that the filter lets pass,
 *       and each unreadable one if the filter lets everything pass; no vacant ones. A slot that
 *       cannot be read is shown with its trouble, unless the store knows that the filter shuts it
 *       out; it hides no other. A record in the slot of another key is never shown as being in its
 *       own. A listing need not be a snapshot.
 *   <li><b>LS-15</b> {@link #exchangeAll} gives one result a request, in their order; a failure of
 *       one touches no other.
 *   <li><b>LS-16</b> Safe for use by several threads at once.
 *   <li><b>LS-17</b> An interrupt neither stops an operation in the middle nor is lost: the
 *       operation finishes, the flag stays.
 *   <li><b>LS-18</b> {@link #close} may be called twice. Any other call afterwards is a {@link
 *       LeaseStoreException}.
 *   <li><b>LS-19</b> A record comes back as it was written; what a program of another version wrote
 *       keeps its values.
 *   <li><b>LS-20</b> A store judges decodability only. It knows no clock for that, and lets
 *       expired, future and foreign records be.
 *   <li><b>LS-21</b> {@link #loadAll} gives one result a key, in their order, each as {@link #load}
 *       would have given it since the call began: a slot never written is shown too, a failure of
 *       one touches no other. Together they need not be a snapshot.
 * </ol>
 *
 * <p>Optional capabilities are interfaces that a store implements beside this one: {@link
 * Watchable}, {@link TimeAuthority}, {@link SharedSlots}, {@link PushFence}.
 */
public interface LeaseStore extends AutoCloseable {
  /** As many keys lease-core puts into one batch, and no more. */
  int LARGEST_BATCH = 500;

  /**
   * Reads the slot of {@code key}.
   *
   * @throws LeaseStoreException if it could not be read
   */
  LeaseSlot load(LeaseKey key);

  /**
   * Reads the slots of several keys, in as few round trips as the store can. The keys are few
   * enough for one call: lease-core asks for {@value #LARGEST_BATCH} at most.
   *
   * @return one result a key, in their order
   */
  default List<LoadResult> loadAll(List<LeaseKey> keys) {
    List<LoadResult> results = new ArrayList<>(keys.size());
    for (LeaseKey key : keys) {
      try {
        results.add(new LoadResult.Answered(key, load(key)));
      } catch (LeaseException error) {
        results.add(new LoadResult.Failed(key, error));
      } catch (RuntimeException bug) { // of one key, and the others are not to suffer from it
        String what = location() + " threw " + bug;
        results.add(
            new LoadResult.Failed(
                key,
                new LeaseStoreException(
                    Optional.of(key),
                    what,
                    "Tell the makers of that store: no store may do this.",
                    bug)));
      }
    }
    return results;
  }

  /**
   * Makes {@code change} if the slot of {@code key} meets {@code expected}, else nothing.
   *
   * @throws LeaseStoreException if the store failed; its outcome says whether the change may have
   *     been made
   */
  Exchange compareAndExchange(LeaseKey key, Expected expected, Change change);

  /**
   * The slots that hold something, in no particular order.
   *
   * @throws LeaseStoreException if they could not be read
   */
  List<ListedSlot> list(LeaseFilter filter);

  /** Where the store is, as a user would name it: {@code scheme:rest}, without credentials. */
  String location();

  /**
   * How long after the call of an exchange with unknown outcome its write may still land; less than
   * the time after which a caller of the store gives up. Zero for a store whose exchanges are over
   * when they return.
   */
  default Duration lateWriteBound() {
    return Duration.ZERO;
  }

  /** Whether {@link #compareAndExchange} swapped. */
  default boolean compareAndSet(LeaseKey key, Expected expected, Change change) {
    return compareAndExchange(key, expected, change) instanceof Exchange.Swapped;
  }

  /**
   * Makes several exchanges on different keys, in as few round trips as the store can; of {@value
   * #LARGEST_BATCH} at most, where lease-core asks.
   *
   * @return one result a request, in their order
   */
  default List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    List<ExchangeResult> results = new ArrayList<>(requests.size());
    for (ExchangeRequest request : requests) {
      try {
        Exchange exchange = compareAndExchange(request.key(), request.expected(), request.change());
        results.add(new ExchangeResult.Answered(request.key(), exchange));
      } catch (LeaseException error) {
        results.add(new ExchangeResult.Failed(request.key(), error));
      } catch (RuntimeException bug) { // of one key, and the others are not to suffer from it
        String what = location() + " threw " + bug;
        results.add(
            new ExchangeResult.Failed(
                request.key(), LeaseStoreException.outcomeUnknown(request.key(), what, bug)));
      }
    }
    return results;
  }

  /**
   * Writes {@code record} whatever the slot holds: for set-up and repair, never for acquiring.
   *
   * @throws ContentionException if others kept writing the slot
   */
  default void store(LeaseRecord record) {
    overwrite(record.key(), () -> Change.hold(record));
  }

  /**
   * Vacates the slot of {@code key} whatever it holds: for set-up and repair, never for releasing.
   *
   * @throws ContentionException if others kept writing the slot
   */
  default void remove(LeaseKey key) {
    overwrite(key, () -> Change.vacate(Fence.NONE));
  }

  private void overwrite(LeaseKey key, Supplier<Change> change) {
    int tries = 100;
    LeaseSlot slot = load(key);
    for (int i = 0; i < tries; i++) {
      Exchange exchange = compareAndExchange(key, Expected.exactly(slot.version()), change.get());
      if (exchange instanceof Exchange.Swapped) {
        return;
      }
      slot = exchange.slot();
    }
    throw new ContentionException(
        key,
        tries,
        slot instanceof LeaseSlot.Held held
            ? Optional.of(held.record().owner())
            : Optional.empty());
  }

  /** Frees what the store holds open. The leases in it stay. */
  @Override
  void close();
}
