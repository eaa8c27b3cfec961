package dev.prlease.store.jdbc;

import java.util.List;

/**
 * What makes the table of leases. Everything is made only if it is not there.
 *
 * @param statements one after another, without the semicolons
 * @param isThere gives a row if all of it is there
 */
record Schema(String title, List<String> statements, String isThere) {
  private static final String ABOUT =
      """
      -- prlease keeps its leases in this table, one row a pull request or issue.
      -- record is the lease as JSON, and none of it is there while nobody holds one; owner,
      -- holder, acquired_at and expires_at say what is in it. Never write rows by hand: to
      -- end a lease there is prlease break.
      """;

  /**
   * For PostgreSQL. Names compare byte by byte, whatever the database's collation (lesson L43).
   * Half of a page is left for renewals, which then touch no index.
   */
  static final Schema POSTGRESQL =
      new Schema(
          "PostgreSQL",
          List.of(
              "CREATE SEQUENCE IF NOT EXISTS prlease_version",
              """
              CREATE TABLE IF NOT EXISTS prlease_slot (
                key text COLLATE "C" PRIMARY KEY,
                version bigint NOT NULL DEFAULT nextval('prlease_version'),
                fence bigint NOT NULL DEFAULT 0 CHECK (fence BETWEEN 0 AND 9007199254740992),
                write_id text NOT NULL DEFAULT '',
                record bytea,
                repo text COLLATE "C" NOT NULL,
                kind text NOT NULL,
                number bigint NOT NULL,
                owner text,
                holder text,
                acquired_at timestamptz,
                expires_at timestamptz,
                written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
                archived_at timestamptz
              ) WITH (fillfactor = 50)""",
              "CREATE INDEX IF NOT EXISTS prlease_slot_repo ON prlease_slot (repo, key)"),
          "SELECT 1 WHERE to_regclass('prlease_slot') IS NOT NULL"
              + " AND to_regclass('prlease_slot_repo') IS NOT NULL"
              + " AND to_regclass('prlease_version') IS NOT NULL");

  private static final String EMBEDDED =
      """
      CREATE TABLE IF NOT EXISTS prlease_slot (
        "key" %1$s PRIMARY KEY,
        version bigint NOT NULL,
        fence bigint NOT NULL DEFAULT 0 CHECK (fence BETWEEN 0 AND 9007199254740992),
        write_id %1$s NOT NULL DEFAULT '',
        record %2$s,
        repo %1$s NOT NULL,
        kind %1$s NOT NULL,
        number bigint NOT NULL,
        owner %1$s,
        holder %1$s,
        acquired_at %1$s,
        expires_at %1$s,
        written_at %1$s NOT NULL,
        archived_at %1$s
      )""";

  private static final String EMBEDDED_INDEX =
      "CREATE INDEX IF NOT EXISTS prlease_slot_repo ON prlease_slot (repo, \"key\")";

  /** For SQLite, which compares text byte by byte. */
  static final Schema SQLITE =
      new Schema(
          "SQLite",
          List.of(EMBEDDED.formatted("text", "blob"), EMBEDDED_INDEX),
          "SELECT 1 FROM sqlite_master WHERE name = 'prlease_slot_repo'");

  /** For H2, which does so too unless it is told otherwise. */
  static final Schema H2 =
      new Schema(
          "H2",
          List.of(EMBEDDED.formatted("varchar", "varbinary"), EMBEDDED_INDEX),
          "SELECT 1 FROM information_schema.indexes WHERE index_schema = schema()"
              + " AND index_name = 'PRLEASE_SLOT_REPO'");

  /** All of it as a script. */
  String script() {
    StringBuilder script = new StringBuilder();
    script.append("-- ").append(title).append('\n').append(ABOUT);
    for (String statement : statements) {
      script.append(statement).append(";\n");
    }
    return script.toString();
  }
}
