package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists page by page, in the order of names, so that a table of a million leases is never in one
 * answer. The database filters by the columns; the filter itself decides in the end, since a column
 * has a long session cut. Used once, by one thread.
 */
final class Listing {
  private static final int PAGE = 5_000;

  /** Conditions on repository, kind and session may stand between the two. All engines know it. */
  private static final String LIST =
      "SELECT \"key\", version, fence, write_id, record FROM prlease_slot"
          + " WHERE \"key\" > ? AND record IS NOT NULL AND archived_at IS NULL";

  private static final String ORDER = " ORDER BY \"key\" LIMIT ?";

  private final LeaseFilter filter;
  private final String sql;
  private final List<String> conditions = new ArrayList<>();
  private final List<ListedSlot> page = new ArrayList<>();
  private String after = "";

  Listing(LeaseFilter filter) {
    this.filter = filter;
    StringBuilder text = new StringBuilder(LIST);
    Optional<LeaseKey> repo = filter.repo();
    if (repo.isPresent()) {
      text.append(" AND repo = ?");
      conditions.add(KeyName.repo(repo.get()));
    }
    Optional<LeaseKey.Kind> kind = filter.kind();
    if (kind.isPresent()) {
      text.append(" AND kind = ?");
      conditions.add(KeyName.kind(kind.get()));
    }
    Optional<SessionId> owner = filter.owner();
    if (owner.isPresent()) {
      text.append(" AND owner = ?");
      conditions.add(RowContent.owner(owner.get().value()));
    }
    this.sql = text.append(ORDER).toString();
  }

  /** Reads the next page, and says whether there may be another. */
  boolean page(Connection connection) throws SQLException {
    page.clear(); // of a try that failed midway
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int at = 1;
      statement.setString(at++, after);
      for (String condition : conditions) {
        statement.setString(at++, condition);
      }
      statement.setInt(at, PAGE);
      int count = 0;
      String last = after;
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          count++;
          last = rows.getString(1);
          LeaseSlot slot =
              Rows.slot(rows.getLong(2), rows.getLong(3), rows.getString(4), rows.getBytes(5));
          if (filter.shows(slot)) {
            page.add(Rows.listed(last, slot));
          }
        }
      }
      after = last;
      return count == PAGE;
    }
  }

  /** Hands over the page that was read. */
  void moveTo(List<ListedSlot> found) {
    found.addAll(page);
    page.clear();
  }
}
