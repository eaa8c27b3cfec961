package example.map;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.json.RowLeaseStore.Row;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

/** LS-1 to LS-21, rule by rule. */
final class MapStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return new MapPlace();
  }

  /** A fresh map, and a way past the store. */
  private static final class MapPlace implements StoreFixture, RawSlots {
    private final ConcurrentMap<String, Row> rows = new ConcurrentHashMap<>();
    private final Queue<Row> archive = new ConcurrentLinkedQueue<>();

    @Override
    public LeaseStore open() {
      return new MapLeaseStore(rows, archive);
    }

    @Override
    public Optional<RawSlots> raw() {
      return Optional.of(this);
    }

    @Override
    public void write(LeaseKey key, byte[] bytes) {
      String name = key.canonical().toString();
      rows.put(name, new Row(name, UUID.randomUUID().toString(), bytes));
    }

    @Override
    public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
      write(key, OlderProgramText.bytes(record));
    }

    @Override
    public List<byte[]> archived(LeaseKey key) {
      String name = key.canonical().toString();
      return archive.stream().filter(row -> row.name().equals(name)).map(Row::body).toList();
    }
  }
}
