package dev.prlease.store.jdbc;

import dev.prlease.api.Fence;
import dev.prlease.json.DecodedSlot;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes rows that nobody needs any more, page by page in the order of names. What goes is removed
 * by the version that was seen, so that a writer is before or after, and what somebody has locked
 * is let be. Used once, by one thread.
 */
abstract class TableCollection {
  static final int PAGE = 1_000;

  private final CollectRequest request;
  private final Fence leastRecent;
  private final List<Collected.Item> removed = new ArrayList<>();
  private final Map<Kept, Integer> kept = new EnumMap<>(Kept.class);
  private String last;
  private boolean complete;

  TableCollection(CollectRequest request) {
    this.request = request;
    this.leastRecent = Fence.at(request.releasedBefore());
    this.last = request.after().orElse("");
  }

  final CollectRequest request() {
    return request;
  }

  /** How long ago a row was written or archived. */
  enum Age {
    /** Before the time that was asked for. */
    OLD,
    /** After it. */
    RECENT
  }

  /** What a row is. */
  enum Role {
    /** A slot. */
    SLOT,
    /** The copy of one. */
    ARCHIVED,
    /** Says that somebody waits for a slot. */
    WATCH
  }

  /**
   * A row as it was seen.
   *
   * @param age since it was written or archived, or of a watch whether it is over
   */
  record Seen(String name, RowVersion version, Role role, Age age, long fence, Content content) {}

  /** What a row has for a record. */
  enum Content {
    /** Nothing. */
    NONE,
    /** One that decodes. */
    RECORD,
    /** One that does not. */
    UNREADABLE;

    /** That of {@code record}. */
    static Content of(byte @Nullable [] record) {
      if (record == null) {
        return NONE;
      }
      return SlotJson.decode(record) instanceof DecodedSlot.Held ? RECORD : UNREADABLE;
    }
  }

  /** The rows behind {@code after}, in the order of names, {@value #PAGE} at most. */
  abstract List<Seen> read(Connection connection, String after) throws SQLException;

  /** Removes those that still are as they were seen, and says which went, by name. */
  abstract Set<String> remove(Connection connection, Map<String, RowVersion> versions)
      throws SQLException;

  /** Looks at the next page, and says whether to go on. */
  final boolean page(Connection connection) throws SQLException {
    List<Seen> rows = read(connection, last);
    Map<String, Seen> garbage = new LinkedHashMap<>();
    Map<Kept, Integer> staying = new EnumMap<>(Kept.class);
    String seen = last;
    boolean isTime = true;
    for (Seen row : rows) {
      isTime = request.time().isLeft();
      if (!isTime) {
        break;
      }
      seen = row.name();
      look(row, garbage, staying);
    }
    remove(connection, garbage, staying);
    staying.forEach((reason, number) -> kept.merge(reason, number, Integer::sum));
    last = seen;
    complete = isTime && rows.size() < PAGE;
    return isTime && !complete;
  }

  private void look(Seen row, Map<String, Seen> garbage, Map<Kept, Integer> staying) {
    Optional<Kept> reason = row.role() == Role.SLOT ? reasonToKeep(row) : Optional.<Kept>empty();
    if (reason.isPresent()) {
      staying.merge(reason.get(), 1, Integer::sum);
    } else if (row.age() == Age.OLD) {
      garbage.put(row.name(), row);
    }
  }

  private Optional<Kept> reasonToKeep(Seen row) {
    if (row.age() == Age.RECENT) {
      return Optional.of(Kept.RECENT);
    }
    return switch (row.content()) {
      case RECORD -> Optional.of(Kept.RECORD);
      case UNREADABLE -> Optional.of(Kept.UNREADABLE);
      case NONE ->
          Fence.lenient(row.fence()).compareTo(leastRecent) < 0
              ? Optional.empty()
              : Optional.of(Kept.RECENT);
    };
  }

  private void remove(Connection connection, Map<String, Seen> garbage, Map<Kept, Integer> staying)
      throws SQLException {
    Set<String> gone = Set.copyOf(garbage.keySet());
    if (request.mode() == CollectRequest.Mode.REMOVE && !garbage.isEmpty()) {
      Map<String, RowVersion> versions = new LinkedHashMap<>();
      garbage.forEach((name, row) -> versions.put(name, row.version()));
      gone = remove(connection, versions);
    }
    for (Seen row : garbage.values()) {
      if (!gone.contains(row.name())) {
        if (row.role() == Role.SLOT) {
          staying.merge(Kept.BUSY, 1, Integer::sum);
        }
      } else if (row.role() != Role.WATCH) {
        Kind kind = row.role() == Role.SLOT ? Kind.SLOT : Kind.ARCHIVED;
        removed.add(new Collected.Item(kind, row.name()));
      }
    }
  }

  final Collected result() {
    return new Collected(removed, kept, List.of(), complete ? Optional.empty() : Optional.of(last));
  }
}
