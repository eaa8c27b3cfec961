package dev.prlease.json;

import dev.prlease.spi.Change;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Rows in a map, and failures where a test wants them. */
final class MapRowStore extends RowLeaseStore {
  /** What the openings of one place share. */
  static final class Place {
    final ConcurrentMap<String, Row> rows = new ConcurrentHashMap<>();
    final List<Row> archive = new CopyOnWriteArrayList<>();
  }

  private final Place place;

  /** Called before each read, and before it lets go. */
  Callable<Boolean> failure = () -> false;

  /** Called after each write. */
  Callable<Boolean> written = () -> false;

  int shutDowns;

  MapRowStore(Place place) {
    super("map:test", Duration.ofSeconds(7));
    this.place = place;
  }

  @Override
  protected Optional<Row> read(String name) throws Exception {
    failure.call();
    return Optional.ofNullable(place.rows.get(name));
  }

  @Override
  protected List<Row> readAll() throws Exception {
    failure.call();
    return List.copyOf(place.rows.values());
  }

  @Override
  protected boolean insert(Row row) throws Exception {
    boolean inserted = place.rows.putIfAbsent(row.name(), row) == null;
    written.call();
    return inserted;
  }

  @Override
  protected boolean update(Row row, String was, Change.Replaced replaced) throws Exception {
    Row there =
        place.rows.computeIfPresent(row.name(), (name, now) -> next(now, row, was, replaced));
    written.call();
    return row.equals(there);
  }

  private Row next(Row now, Row row, String was, Change.Replaced replaced) {
    if (!now.version().equals(was)) {
      return now;
    }
    if (replaced == Change.Replaced.ARCHIVE) {
      place.archive.add(now);
    }
    return row;
  }

  @Override
  protected void shutDown() throws Exception {
    shutDowns++;
    failure.call();
  }
}
