package dev.prlease.json;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** A store made of rows passes the contract. */
final class RowLeaseStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return new Rows();
  }

  private static final class Rows implements StoreFixture, RawSlots {
    private final MapRowStore.Place place = new MapRowStore.Place();

    @Override
    public LeaseStore open() {
      return new MapRowStore(place);
    }

    @Override
    public Optional<RawSlots> raw() {
      return Optional.of(this);
    }

    @Override
    public void write(LeaseKey key, byte[] bytes) {
      String name = key.canonical().toString();
      place.rows.put(name, new RowLeaseStore.Row(name, UUID.randomUUID().toString(), bytes));
    }

    @Override
    public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
      write(key, OlderProgramText.bytes(record));
    }

    @Override
    public List<byte[]> archived(LeaseKey key) {
      String name = key.canonical().toString();
      return place.archive.stream()
          .filter(row -> row.name().equals(name))
          .map(RowLeaseStore.Row::body)
          .toList();
    }

    @Override
    public Optional<LeaseStore> openLosingNextAnswer() {
      MapRowStore store = new MapRowStore(place);
      AtomicBoolean lost = new AtomicBoolean();
      store.written =
          () -> {
            if (!lost.getAndSet(true)) {
              throw new IOException("connection reset");
            }
            return true;
          };
      return Optional.of(store);
    }
  }
}
