package dev.prlease.bench;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A table of many leases, in repositories of {@value #OF_REPO} each, of which {@value #FREE},
 * evenly among them, are free.
 */
final class ManyRows {
  static final int OF_REPO = 100;
  static final int FREE = 100;

  private static final String TEMPLATE = "acme/template";

  /** What the record says is that of one which the store has written. */
  private static final String FILL =
      "INSERT INTO prlease_slot (key, fence, write_id, record, repo, kind, number, owner, holder,"
          + " acquired_at, expires_at)"
          + " SELECT g.repo || '#' || g.number, t.fence, t.write_id, CASE WHEN g.held THEN"
          + " convert_to(replace(replace(convert_from(t.record, 'UTF8'), t.repo, g.repo),"
          + " '\"pr_number\": 1', '\"pr_number\": ' || g.number), 'UTF8') END,"
          + " g.repo, t.kind, g.number,"
          + " CASE WHEN g.held THEN t.owner END, CASE WHEN g.held THEN t.holder END,"
          + " CASE WHEN g.held THEN t.acquired_at END, CASE WHEN g.held THEN t.expires_at END"
          + " FROM (SELECT 'acme/app' || lpad((i / 100)::text, 6, '0'), i % 100 + 1, i % ? <> 0"
          + " FROM generate_series(0, ? - 1) i) AS g (repo, number, held), prlease_slot t"
          + " WHERE t.repo = '"
          + TEMPLATE
          + "'";

  private final LeaseStore store;
  private final Leases leases;
  private final int apart;
  private final AtomicLong turns = new AtomicLong();
  private final LeaseFilter repo;

  private ManyRows(LeaseStore store, int count) {
    this.store = store;
    this.leases = new Leases(store);
    this.apart = count / FREE;
    this.repo = LeaseFilter.ALL.ofRepo(LeaseKey.pullRequest(repo(count / OF_REPO / 2), 1));
  }

  /** Makes one of {@code count} rows in {@code schema}. */
  static ManyRows of(PostgresServer server, String schema, int count) throws SQLException {
    LeaseStore store = server.store(schema);
    try (LeaseManager manager = LeaseManager.on(store).build()) {
      PrLease template =
          manager.acquire(
              LeaseKey.pullRequest(TEMPLATE, 1), SessionId.of("bench"), Ttl.ofSeconds(86_400));
      template.detach();
    }
    try (Connection connection = server.connect(schema);
        PreparedStatement fill = connection.prepareStatement(FILL)) {
      fill.setInt(1, count / FREE);
      fill.setInt(2, count);
      fill.executeUpdate();
    }
    server.run(
        schema,
        "DELETE FROM prlease_slot WHERE repo = '" + TEMPLATE + "'",
        "VACUUM ANALYZE prlease_slot",
        "CHECKPOINT");
    ManyRows made = new ManyRows(store, count);
    made.list();
    return made;
  }

  private static String repo(long number) {
    return String.format(Locale.ROOT, "acme/app%06d", number);
  }

  /** Each time another of those that are free. */
  void acquireAssertAndRelease() {
    long row = turns.getAndIncrement() % FREE * apart;
    leases.acquireAssertAndRelease(repo(row / OF_REPO), row % OF_REPO + 1);
  }

  /** All leases of one repository. */
  void list() {
    int size = store.list(repo).size();
    if (size < OF_REPO - 10 || size > OF_REPO) {
      throw new IllegalStateException("a repository has " + size + " leases");
    }
  }
}
