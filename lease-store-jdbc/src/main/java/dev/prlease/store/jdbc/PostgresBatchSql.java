package dev.prlease.store.jdbc;

/**
 * The message that makes many exchanges on PostgreSQL at once, put together of the parts that a
 * batch needs.
 *
 * <p><b>One message, whatever is expected and of how many keys.</b> Its statements are one
 * transaction, as in {@link PostgresSql}: lock the rows that are there, copy what is to be
 * archived, update (exact versions, and vacant rows), insert (keys that have no row), notify, and
 * show all rows. One statement for everything cannot be right: an upsert would make a row again
 * that garbage collection has removed, an update makes none, and what is shown has to be read by a
 * later snapshot than what was waited for.
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
 * <p><b>What was written</b> is told at the very end, by who wrote the row: {@code xmin} is the
 * transaction's own number. Were it told by each statement, a long batch could stop for good: the
 * server would wait until its answers are read, and the driver until its message is. The id of the
 * write would not do, which an earlier message may have written.
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

  /** What the requests of a batch need. */
  record Parts(Locks locks, boolean copies, boolean updates, boolean fills, boolean inserts) {
    /** Whether the update may meet rows that the first statement has not locked. */
    boolean checksLocks() {
      return fills || locks == Locks.SKIP;
    }
  }

  private static final String COLUMNS =
      "write_id, record, repo, kind, number, owner, holder, acquired_at, expires_at";

  private static final String TYPES =
      "?::text[], ?::bytea[], ?::text[], ?::text[], ?::bigint[], ?::text[], ?::text[],"
          + " ?::timestamptz[], ?::timestamptz[]";

  private static final String LOCK =
      "SELECT count(*) FROM (SELECT 1 FROM prlease_slot WHERE key = ANY (?)"
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
          + " write_id = d.write_id, record = d.record, repo = d.repo, kind = d.kind,"
          + " number = d.number, owner = d.owner, holder = d.holder, acquired_at = d.acquired_at,"
          + " expires_at = d.expires_at, written_at = clock_timestamp()"
          + " FROM unnest(?::text[], ?::bigint[], ?::text[], ?::bigint[], "
          + TYPES
          + ") AS d (key, version, was, fence, "
          + COLUMNS
          + ") WHERE s.key = d.key AND clock_timestamp() < ? AND ";

  /** A lock of one's own is skipped by nobody. */
  private static final String FREE =
      "(SELECT f.key FROM prlease_slot f WHERE f.key = ANY (?) FOR UPDATE SKIP LOCKED)";

  private static final String INSERT =
      "INSERT INTO prlease_slot (key, version, fence, "
          + COLUMNS
          + ") SELECT d.key, nextval('prlease_version'), d.fence, d."
          + COLUMNS.replace(", ", ", d.")
          + " FROM unnest(?::text[], ?::bigint[], "
          + TYPES
          + ") AS d (key, fence, "
          + COLUMNS
          + ") WHERE clock_timestamp() < ?"
          + " ORDER BY d.key COLLATE \"C\" ON CONFLICT (key) DO NOTHING; ";

  private static final String NOTIFY =
      "SELECT count(pg_notify('"
          + PostgresSql.CHANNEL
          + "', w.key)), clock_timestamp() FROM prlease_slot w"
          + " WHERE w.key = ANY (?) AND w.expires_at > clock_timestamp(); ";

  /** The record is shown where it is not the batch's own. */
  private static final String SHOW =
      "SELECT s.key, s.version, s.fence, s.write_id, CASE WHEN s.own THEN NULL ELSE s.record END,"
          + " s.own, ";

  private static final String SHOWN =
      " FROM (SELECT key, version, fence, write_id, record, coalesce(xmin::text ="
          + " (txid_current_if_assigned() & 4294967295)::text, false) AS own"
          + " FROM prlease_slot WHERE key = ANY (?)) s";

  private PostgresBatchSql() {}

  /**
   * The message. Its answers are, in this order: a row of no interest; the counts of copy, update
   * and insert, as far as they are parts of it; a row whose second column is the server's time;
   * rows of key, version, fence, write id, record, whether the batch wrote it, and whether somebody
   * else has it locked.
   */
  static String message(Parts parts) {
    StringBuilder sql = new StringBuilder(2_048).append(LOCK);
    sql.append(parts.locks() == Locks.SKIP ? " SKIP LOCKED" : "").append(LOCKED);
    if (parts.copies()) {
      sql.append(COPY);
    }
    if (parts.updates()) {
      sql.append(UPDATE);
      sql.append(parts.fills() ? "(" + IS_EXACT + " OR " + IS_VACANT + ")" : IS_EXACT);
      sql.append(parts.checksLocks() ? " AND s.key IN " + FREE : "").append("; ");
    }
    if (parts.inserts()) {
      sql.append(INSERT);
    }
    sql.append(NOTIFY).append(SHOW);
    if (parts.locks() == Locks.SKIP) {
      return sql.append("free.key IS NULL")
          .append(SHOWN)
          .append(" LEFT JOIN ")
          .append(FREE)
          .append(" free ON free.key = s.key")
          .toString();
    }
    return sql.append("false").append(SHOWN).toString();
  }
}
