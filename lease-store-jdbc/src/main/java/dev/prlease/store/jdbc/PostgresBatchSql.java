package dev.prlease.store.jdbc;

/**
 * The message that makes many exchanges on PostgreSQL at once, put together of the parts that a
 * batch needs.
 *
 * <p><b>One message, whatever is expected and of how many keys.</b> Its statements are one
 * transaction: lock the rows that are there, copy what is to be archived, notify, and write: update
 * (exact versions, and vacant rows) and insert (keys that have no row). An upsert for all of them
 * would make a row again that garbage collection has removed, and an update makes none.
 *
 * <p><b>No two of these wait for each other in a circle.</b> The first statement takes the locks of
 * the rows in the order of their keys, and holds nothing else meanwhile. From then on nothing waits
 * for a row's lock: exact versions meet only rows that are locked already (a version that somebody
 * was shown has its row since before the batch), and what might meet a row that was made since,
 * skips what is locked. The insert waits, but only for whoever is inserting the same key, never for
 * locks of rows, since it does nothing where there is a row; and all insert in the order of keys.
 * So who holds locks and waits for locks holds lower keys than he waits for, who inserts and waits
 * for an insert likewise, and nobody who waits for a lock has inserted anything. An exchange of one
 * key locks one row, and garbage collection waits for nobody. Should a transaction of somebody else
 * make a circle, the server breaks it, and the batch is sent again (lesson L40).
 *
 * <p>What was made between the lock and the update may be refused, though it is as expected then:
 * any exchange may be (rule P6).
 *
 * <p><b>What was written</b> is told by the last statement, whose parameters are the last of the
 * message. Were more told before those are sent, a long batch could stop for good: the server would
 * wait until its answers are read, and the driver until its message is. Of what was refused nothing
 * is told, since the snapshot is from before the wait for locks: it is read afterwards.
 *
 * <p><b>Late writes</b> ({@link ServerTime}): the lock, the update and the insert each compare the
 * time before they wait, and no statement takes longer than the server's timeout. What is begun in
 * time is over within {@link ServerTime#LATE_WRITE_BOUND}.
 */
final class PostgresBatchSql {
  /** What becomes of rows that somebody has locked. */
  enum Locks {
    /** They are waited for; should one take too long, the whole message fails. */
    WAIT,
    /** They are let be, and told. */
    SKIP
  }

  /** How many keys there are. */
  enum Size {
    /** Few enough to look for each. */
    SMALL,
    /** So many that all who wait are fewer. */
    LARGE;

    private static final int SMALLEST_LARGE = 1_000;

    static Size of(int keys) {
      return keys < SMALLEST_LARGE ? SMALL : LARGE;
    }
  }

  /** What the requests of a batch need. */
  record Parts(
      Locks locks, Size size, boolean copies, boolean updates, boolean fills, boolean inserts) {
    /** Whether the update may meet rows that the first statement has not locked. */
    boolean checksLocks() {
      return fills || locks == Locks.SKIP;
    }
  }

  private static final String TIMES =
      "to_timestamp(d.acquired_at::float8 / 1000000), to_timestamp(d.expires_at::float8 / 1000000)";

  /**
   * What a batch holds in memory; with less, the server writes it to its disk and reads it again.
   */
  private static final String ROOM =
      "CASE WHEN pg_size_bytes(current_setting('work_mem')) < 33554432"
          + " THEN set_config('work_mem', '32MB', true) END";

  private static final String LOCK =
      "SELECT count(*), "
          + ROOM
          + " FROM (SELECT 1 FROM prlease_slot WHERE key = ANY (?)"
          + " AND clock_timestamp() < ? ORDER BY key FOR UPDATE";

  private static final String LOCKED = ") locked; ";

  private static final String COPY =
      "INSERT INTO prlease_slot (key, "
          + PostgresSql.ALL
          + ", archived_at) SELECT '"
          + KeyName.ARCHIVED
          + "' || s.version || ' ' || s.key, "
          + "s."
          + PostgresSql.ALL.replace(", ", ", s.")
          + ", clock_timestamp() FROM prlease_slot s"
          + " JOIN unnest(?::text[], ?::bigint[], ?::text[]) AS d (key, version, was)"
          + " ON s.key = d.key AND s.version = d.version AND s.write_id = d.was"
          + " WHERE s.record IS NOT NULL AND clock_timestamp() < ?"
          + " FOR UPDATE OF s SKIP LOCKED ON CONFLICT (key) DO NOTHING; ";

  private static final String IS_EXACT = "s.version = d.version AND s.write_id = d.was";

  /** Who expects a vacant row gives no version. */
  private static final String IS_VACANT = "d.version IS NULL AND s.record IS NULL AND s.fence > 0";

  private static final String UPDATE =
      "UPDATE prlease_slot s SET version = nextval('prlease_version'), fence = CASE"
          + " WHEN d.version IS NULL AND s.fence >= "
          + PostgresSql.MAX_FENCE
          + " THEN d.fence WHEN d.version IS NULL THEN greatest(s.fence + 1, d.fence)"
          + " WHEN d.record IS NULL THEN greatest(s.fence, d.fence) ELSE d.fence END,"
          + " write_id = d.write_id, record = d.record, owner = d.owner, holder = d.holder,"
          + " (acquired_at, expires_at) = ("
          + TIMES
          + "), written_at = clock_timestamp()"
          + " FROM unnest(?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bytea[],"
          + " ?::text[], ?::text[], ?::bigint[], ?::bigint[]) AS d (key, version, was, fence,"
          + " write_id, record, owner, holder, acquired_at, expires_at)"
          + " WHERE s.key = d.key AND clock_timestamp() < ? AND ";

  /** A lock of one's own is skipped by nobody. */
  private static final String FREE =
      "(SELECT f.key FROM prlease_slot f WHERE f.key = ANY (?) FOR UPDATE SKIP LOCKED)";

  private static final String INSERT =
      "INSERT INTO prlease_slot (key, version, fence, write_id, record, owner, holder, repo, kind,"
          + " number, acquired_at, expires_at) SELECT d.key, nextval('prlease_version'), d.fence,"
          + " d.write_id, d.record, d.owner, d.holder, d.repo, d.kind, d.number, "
          + TIMES
          + " FROM unnest(?::text[], ?::bigint[], ?::text[], ?::bytea[], ?::text[], ?::text[],"
          + " ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bigint[]) AS d (key, fence,"
          + " write_id, record, owner, holder, acquired_at, expires_at, repo, kind, number)"
          + " WHERE clock_timestamp() < ? ORDER BY d.key COLLATE \"C\" ON CONFLICT (key) DO NOTHING"
          + " RETURNING key, version, fence";

  private static final String IF_WATCHED = "expires_at > clock_timestamp()";

  /** Looks for each key. */
  private static final String WATCHED =
      "(SELECT key FROM prlease_slot WHERE " + IF_WATCHED + " AND key = ANY (?)) w; ";

  /** Looks at everybody who waits, of whom there are few, and not for ten thousand keys. */
  private static final String OF_ALL_WATCHED =
      "(SELECT key FROM prlease_slot WHERE key >= '"
          + KeyName.WATCH
          + "' AND key < '"
          + KeyName.AFTER_WATCH
          + "' AND "
          + IF_WATCHED
          + " OFFSET 0) w WHERE w.key = ANY (?); ";

  private static final String NOTIFY =
      "SELECT count(pg_notify('"
          + PostgresSql.CHANNEL
          + "', w.key)), "
          + PostgresSql.NOW
          + " FROM ";

  /** Which rows somebody else has locked. */
  static final String LOCKED_NAMES =
      "SELECT s.key FROM prlease_slot s WHERE s.key = ANY (?) AND s.key NOT IN " + FREE;

  private PostgresBatchSql() {}

  /**
   * The message. Its answers are, in this order: a row of no interest; the count of copies, if it
   * has any; a row whose second column is the server's time; rows of key, version and fence, one
   * for each that was written.
   */
  static String message(Parts parts) {
    StringBuilder sql = new StringBuilder(2_048).append(LOCK);
    sql.append(parts.locks() == Locks.SKIP ? " SKIP LOCKED" : "").append(LOCKED);
    sql.append(parts.copies() ? COPY : "");
    sql.append(NOTIFY).append(parts.size() == Size.LARGE ? OF_ALL_WATCHED : WATCHED);
    if (parts.updates() && parts.inserts()) {
      return sql.append("WITH u AS (")
          .append(update(parts))
          .append("), i AS (")
          .append(INSERT)
          .append(") SELECT * FROM u UNION ALL SELECT * FROM i")
          .toString();
    }
    return sql.append(parts.updates() ? update(parts) : INSERT).toString();
  }

  private static String update(Parts parts) {
    return UPDATE
        + (parts.fills() ? "(" + IS_EXACT + " OR " + IS_VACANT + ")" : IS_EXACT)
        + (parts.checksLocks() ? " AND s.key IN " + FREE : "")
        + " RETURNING s.key, s.version, s.fence";
  }
}
