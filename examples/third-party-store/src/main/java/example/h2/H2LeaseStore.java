package example.h2;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.Change;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps leases in a table of a database. Safe for use by several threads, which take turns. */
public final class H2LeaseStore extends AbstractLeaseStore {
  private static final LeaseSlot ABSENT = LeaseSlot.Vacant.absent(new SlotVersion("absent"));

  private final String location;
  private final Table table;

  H2LeaseStore(String location, Table table) {
    this.location = location;
    this.table = table;
  }

  @Override
  protected LeaseSlot get(LeaseKey key) {
    List<Table.Row> rows = read("WHERE name = ?", key.canonical().toString());
    return rows.isEmpty() ? ABSENT : slot(rows.get(0));
  }

  @Override
  protected synchronized Optional<LeaseSlot> putIfVersion(
      LeaseKey key, LeaseSlot current, Content next) {
    String was = current.version().token();
    String version = next.writeId().value();
    Table.Row row = new Table.Row(key.canonical().toString(), version, SlotJson.encode(next));
    try {
      boolean written =
          table.commitIf(
              () -> {
                if (next.replaced() == Change.Replaced.ARCHIVE) {
                  table.archive(row.name(), was);
                }
                return current.equals(ABSENT) ? table.insert(row) : table.update(row, was);
              });
      return written ? Optional.of(slot(row)) : Optional.empty();
    } catch (SQLIntegrityConstraintViolationException | SQLTransactionRollbackException lostRace) {
      return Optional.empty();
    } catch (SQLException e) {
      throw LeaseStoreException.outcomeUnknown(key, location + " failed: " + e.getMessage(), e);
    }
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    List<ListedSlot> shown = new ArrayList<>();
    for (Table.Row row : read("")) {
      LeaseSlot slot = slot(row);
      boolean unreadable = slot instanceof LeaseSlot.Unreadable && filter.equals(LeaseFilter.ALL);
      if (unreadable || (slot instanceof LeaseSlot.Held held && filter.matches(held.record()))) {
        LeaseKey key = LeaseKey.parse(row.name());
        shown.add(new ListedSlot.Found(row.name(), Optional.of(key), slot));
      }
    }
    return shown;
  }

  private synchronized List<Table.Row> read(String where, String... values) {
    try {
      return table.select(where, values);
    } catch (SQLException e) {
      String what = location + " could not be read: " + e.getMessage();
      throw new LeaseStoreException(Optional.empty(), what, "Look after the database.", e);
    }
  }

  private static LeaseSlot slot(Table.Row row) {
    return SlotJson.decode(row.body()).at(new SlotVersion(row.version()));
  }

  @Override
  public Duration lateWriteBound() {
    return Table.TIMEOUT.multipliedBy(3); // two statements, and the way there and back
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public void close() {
    table.close();
  }
}
