package dev.prlease.store.etcd;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A store that notes what was told of each write. What it makes of batches it makes one by one. */
record NotingStore(LeaseStore store, SessionId session, Consumer<Note> notes)
    implements LeaseStore {
  @Override
  public LeaseSlot load(LeaseKey key) {
    return store.load(key);
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    Note.Told told = Note.Told.UNKNOWN;
    note(key, change, told); // should the fight end meanwhile
    try {
      Exchange exchange = store.compareAndExchange(key, expected, change);
      told = exchange instanceof Exchange.Swapped ? Note.Told.DONE : Note.Told.NOT_DONE;
      return exchange;
    } catch (LeaseStoreException failure) {
      if (failure.outcome() == LeaseStoreException.Outcome.NOT_WRITTEN) {
        told = Note.Told.NOT_DONE;
      }
      throw failure;
    } catch (LeaseException judgement) {
      told = Note.Told.NOT_DONE;
      throw judgement;
    } finally {
      note(key, change, told);
    }
  }

  private void note(LeaseKey key, Change change, Note.Told told) {
    notes.accept(new Note.Wrote(key, session, change.writeId(), told));
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    return store.list(filter);
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public Duration lateWriteBound() {
    return store.lateWriteBound();
  }

  @Override
  public void close() {
    store.close();
  }
}
