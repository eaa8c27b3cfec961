package dev.prlease.store.jdbc;

/**
 * The statements for PostgreSQL.
 *
 * <p><b>One statement a write.</b> It compares and writes, and gives a row if and only if it did.
 * Of one that was refused it shows nothing: its snapshot is from before it waited for the row's
 * lock, in which the slot is the very version that was expected, often enough. So the slot is read
 * by a statement of its own then, which is never older than the refusal (docs/decisions/0028).
 *
 * <p>An exact version is compared by {@code UPDATE}, never by an upsert: that would make a row
 * again that garbage collection has removed. Versions are of a sequence, which goes on whoever
 * rolls back, and whose numbers no row ever has again. The id of the write is compared too, see
 * {@link RowVersion}, and the server's time, see {@link ServerTime}.
 */
final class PostgresSql {
  static final String CHANNEL = "prlease_slot";

  /**
   * Asks what the server is, and sets for the session what safety rests on: what bounds a late
   * write (see {@link ServerTime}), that a statement sees what others committed before it, and that
   * a write which was answered survives a crash of the server.
   */
  static final String BEGIN_SESSION =
      "SELECT pg_is_in_recovery(), clock_timestamp(), current_setting('server_encoding'),"
          + " set_config('statement_timeout', '4500', false),"
          + " set_config('lock_timeout', '4000', false),"
          + " set_config('default_transaction_isolation', 'read committed', false),"
          + " set_config('synchronous_commit', 'on', false)";

  static final String TIME = "SELECT clock_timestamp()";

  static final String LOAD_ALL =
      "SELECT key, version, fence, write_id, record FROM prlease_slot WHERE key = ANY (?)";

  /** The server's time in microseconds since 1970: a number, which costs nobody a calendar. */
  static final String NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

  /** Always one row, so that each answer brings the server's time. */
  static final String LOAD =
      "SELECT s.version, s.fence, s.write_id, s.record, t.now"
          + " FROM (SELECT "
          + NOW
          + " AS now) t"
          + " LEFT JOIN prlease_slot s ON s.key = ?";

  /**
   * The version and fence that were written, and the server's time. Who waits for the slot is told,
   * and where nobody does that is one look into the index.
   */
  private static final String RETURNING =
      " RETURNING version, fence, "
          + NOW
          + ", (SELECT pg_notify('"
          + CHANNEL
          + "', w.key) FROM prlease_slot w WHERE w.key = ? AND w.expires_at > clock_timestamp())";

  private static final String IF_EXACT =
      " WHERE key = ? AND version = ? AND write_id = ? AND clock_timestamp() < ?";

  /** Holds a record; the fence is the record's, and of which key it is the row says already. */
  static final String HOLD_EXACT =
      "UPDATE prlease_slot SET version = nextval('prlease_version'), fence = ?, write_id = ?,"
          + " record = ?, owner = ?, holder = ?, acquired_at = ?, expires_at = ?,"
          + " written_at = clock_timestamp()"
          + IF_EXACT
          + RETURNING;

  /** Vacates; the slot keeps its own fence if that is greater. */
  static final String VACATE_EXACT =
      "UPDATE prlease_slot SET version = nextval('prlease_version'), fence = greatest(fence, ?),"
          + " write_id = ?, record = NULL, owner = NULL, holder = NULL, acquired_at = NULL,"
          + " expires_at = NULL, written_at = clock_timestamp()"
          + IF_EXACT
          + RETURNING;

  static final String ALL =
      "version, fence, write_id, record, repo, kind, number, owner, holder, acquired_at, expires_at,"
          + " written_at";

  /**
   * Keeps a copy, and the row's lock with it: the update that follows meets the same row. It is
   * told a later time, so that it does not refuse what was copied.
   */
  private static final String COPY =
      "INSERT INTO prlease_slot (key, "
          + ALL
          + ", archived_at) SELECT '"
          + KeyName.ARCHIVED
          + "' || version || ' ' || key, "
          + ALL
          + ", clock_timestamp() FROM prlease_slot"
          + IF_EXACT
          + " AND record IS NOT NULL FOR UPDATE ON CONFLICT (key) DO NOTHING; ";

  static final String COPY_HOLD_EXACT = COPY + HOLD_EXACT;

  static final String COPY_VACATE_EXACT = COPY + VACATE_EXACT;

  private static final String INSERT =
      "INSERT INTO prlease_slot AS s (key, version, fence, write_id, record, repo, kind, number,"
          + " owner, holder, acquired_at, expires_at)"
          + " SELECT ?, nextval('prlease_version'), ?, ?, ?::bytea, ?, ?, ?, ?::text, ?::text,"
          + " ?::timestamptz, ?::timestamptz WHERE clock_timestamp() < ?";

  /** Makes a row where there is none. */
  static final String INSERT_ABSENT = INSERT + " ON CONFLICT (key) DO NOTHING" + RETURNING;

  static final String MAX_FENCE = "9007199254740992";

  /** The fence after the largest is the proposed one, as everywhere. */
  private static final String IF_VACANT =
      " ON CONFLICT (key) DO UPDATE SET version = excluded.version, fence = CASE WHEN s.fence >= "
          + MAX_FENCE
          + " THEN excluded.fence ELSE greatest(s.fence + 1, excluded.fence) END,"
          + " write_id = excluded.write_id, record = excluded.record, repo = excluded.repo,"
          + " kind = excluded.kind, number = excluded.number, owner = excluded.owner,"
          + " holder = excluded.holder, acquired_at = excluded.acquired_at,"
          + " expires_at = excluded.expires_at, written_at = clock_timestamp()"
          + " WHERE s.record IS NULL AND s.fence > 0 AND clock_timestamp() < ?";

  /** Makes a row, or fills one that is vacant and has a fence. */
  static final String TAKE_VACANT = INSERT + IF_VACANT + RETURNING;

  /**
   * One page of what garbage collection looks at. The record comes along only where it was written
   * before the time asked for.
   */
  static final String COLLECT =
      "SELECT key, version, fence, archived_at IS NOT NULL, archived_at < ?, written_at < ?,"
          + " CASE WHEN written_at < ? AND archived_at IS NULL THEN record END,"
          + " expires_at < clock_timestamp() FROM prlease_slot WHERE key > ? ORDER BY key LIMIT ?";

  /** Removes what still is as it was seen, and what nobody is at. */
  static final String REMOVE =
      "DELETE FROM prlease_slot WHERE key IN (SELECT s.key FROM prlease_slot s"
          + " JOIN unnest(?::text[], ?::bigint[]) AS d (key, version)"
          + " ON s.key = d.key AND s.version = d.version"
          + " WHERE s.record IS NULL OR s.archived_at IS NOT NULL"
          + " FOR UPDATE OF s SKIP LOCKED) RETURNING key";

  /** Says for a while that somebody waits for a slot. */
  static final String WATCH =
      "INSERT INTO prlease_slot (key, repo, kind, number, expires_at)"
          + " SELECT each, '', 'watch', 0, clock_timestamp() + interval '2 minutes'"
          + " FROM unnest(?::text[]) each ORDER BY each"
          + " ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at";

  private PostgresSql() {}
}
