package dev.prlease.guice;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.AuditSinkProvider;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.StoreContext;
import dev.prlease.store.memory.InMemoryLeaseStore;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Plugins that tell what is done with them. */
public final class Telling {
  /** Who is told: services are made without arguments. */
  private static volatile Consumer<String> listener = told -> {};

  private Telling() {}

  /** Sees the telling plugins, beside those that are there anyway. */
  static ClassLoader plugins(Path directory, Consumer<String> toTell) throws IOException {
    listener = toTell;
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(LeaseStoreProvider.class.getName()), StoreProvider.class.getName());
    Files.writeString(
        services.resolve(AuditSinkProvider.class.getName()), SinkProvider.class.getName());
    return new URLClassLoader(
        new URL[] {directory.toUri().toURL()}, Telling.class.getClassLoader());
  }

  /** Offers a memory store. */
  public static final class StoreProvider implements LeaseStoreProvider {
    /** For {@link java.util.ServiceLoader}. */
    public StoreProvider() {}

    @Override
    public String scheme() {
      return "telling";
    }

    @Override
    public LeaseStore open(String rest, StoreContext context) {
      String seen = context.environment().get("TELLING");
      listener.accept("store opened" + (seen == null ? "" : ", TELLING=" + seen));
      return new Store(listener);
    }
  }

  private record Store(InMemoryLeaseStore memory, Consumer<String> told) implements LeaseStore {
    Store(Consumer<String> told) {
      this(new InMemoryLeaseStore(), told);
    }

    @Override
    public LeaseSlot load(LeaseKey key) {
      return memory.load(key);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      if (change.next().isEmpty()) {
        told.accept("released");
      }
      return memory.compareAndExchange(key, expected, change);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return memory.list(filter);
    }

    @Override
    public String location() {
      return "telling:x";
    }

    @Override
    public void close() {
      told.accept("store closed");
    }
  }

  /** Offers a sink that forgets everything. */
  public static final class SinkProvider implements AuditSinkProvider {
    /** For {@link java.util.ServiceLoader}. */
    public SinkProvider() {}

    @Override
    public String id() {
      return "telling";
    }

    @Override
    public AuditSink open(AuditContext context) {
      Consumer<String> told = listener;
      return new AuditSink() {
        @Override
        public void record(AuditEvent event) {}

        @Override
        public Durability durability() {
          return Durability.BEST_EFFORT;
        }

        @Override
        public void close() {
          told.accept("sink closed");
        }
      };
    }
  }
}
