package example.map;

import dev.prlease.json.RowLeaseStore;
import dev.prlease.spi.Change;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentMap;

/** Keeps leases in a map of this program, one JSON text a key. */
final class MapLeaseStore extends RowLeaseStore {
  private final ConcurrentMap<String, Row> rows;
  private final Queue<Row> archive;

  MapLeaseStore(ConcurrentMap<String, Row> rows, Queue<Row> archive) {
    super("map:", Duration.ZERO); // no write lands after its call
    this.rows = rows;
    this.archive = archive;
  }

  @Override
  protected Optional<Row> read(String name) {
    return Optional.ofNullable(rows.get(name));
  }

  @Override
  protected List<Row> readAll() {
    return List.copyOf(rows.values());
  }

  @Override
  protected boolean insert(Row row) {
    return rows.putIfAbsent(row.name(), row) == null;
  }

  @Override
  protected boolean update(Row row, String was, Change.Replaced replaced) {
    Row there =
        rows.computeIfPresent(
            row.name(),
            (name, now) -> {
              if (!now.version().equals(was)) {
                return now;
              }
              if (replaced == Change.Replaced.ARCHIVE) {
                archive.add(now);
              }
              return row;
            });
    return there == row;
  }
}
