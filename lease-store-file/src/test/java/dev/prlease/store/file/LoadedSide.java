package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import java.nio.file.Path;
import java.util.function.BinaryOperator;

/**
 * A program of a class loader of its own: a store and a manager. Those outside talk to it through
 * the JDK's types, which are all that class loaders share. Takes a session and a key, tries to
 * acquire, and answers with the session that owns the key then, with an exclamation mark if it was
 * granted just now.
 */
public final class LoadedSide implements BinaryOperator<String>, AutoCloseable {
  private final FileLeaseStore store;
  private final LeaseManager manager;

  /** Opens the store at {@code directory}. */
  public LoadedSide(Path directory) {
    store = FileLeaseStore.open(directory, Contexts.real());
    manager = LeaseManager.on(store).build();
  }

  @Override
  public String apply(String session, String key) {
    Acquisition answer =
        manager.tryAcquire(LeaseKey.parse(key), SessionId.of(session), Ttl.DEFAULT);
    return answer instanceof Acquisition.Held held ? held.refusal().owner().value() : session + "!";
  }

  @Override
  public void close() {
    manager.close();
    store.close();
  }
}
