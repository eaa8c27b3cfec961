package dev.prlease.cli.output;

import dev.prlease.api.Fence;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.ListedLease;
import dev.prlease.json.JsonText.ObjectFields;
import java.time.Instant;
import java.util.Optional;

/** The JSON fields of a lease: always all of them, null where there is nothing. */
public final class LeaseJson {
  private LeaseJson() {}

  /** Adds the fields of {@code status}. */
  public static void status(ObjectFields to, LeaseStatus status) {
    fields(to, status.key(), state(status), status.record(), status.store());
    if (status.slot() instanceof LeaseSlot.Unreadable unreadable) {
      to.put("reason", unreadable.reason());
    }
  }

  /** Adds the fields of an entry of a listing. */
  public static void listed(ObjectFields to, ListedLease listed, String store) {
    if (listed instanceof ListedLease.Shown shown) {
      status(to, shown.status());
    } else if (listed instanceof ListedLease.Misplaced misplaced) {
      fields(to, listed.key(), state(listed), Optional.of(misplaced.record()), store);
      to.put("record_key", misplaced.record().key().toString());
    } else {
      fields(to, listed.key(), state(listed), Optional.empty(), store);
      String reason = ((ListedLease.Troubled) listed).trouble().getMessage();
      to.put("reason", reason == null ? "" : reason);
    }
    to.put("slot", listed.slotName());
  }

  /** How an entry of a listing stands, in one word. */
  public static String state(ListedLease listed) {
    if (listed instanceof ListedLease.Shown shown) {
      return state(shown.status());
    }
    return listed instanceof ListedLease.Misplaced ? "mismatched" : "error";
  }

  /** Adds the fields of a lease that is held. */
  public static void held(ObjectFields to, LeaseKey key, LeaseRecord record, String store) {
    fields(to, Optional.of(key), state(LeaseStatus.State.HELD), Optional.of(record), store);
  }

  /** Adds the fields of {@code record}, whatever its state. */
  static void record(ObjectFields to, LeaseRecord record) {
    text(to, "key", Optional.of(record.key().toString()));
    owner(to, Optional.of(record));
  }

  private static String state(LeaseStatus status) {
    boolean pending = status.state() == LeaseStatus.State.HELD && ClaimLines.isPending(status);
    return pending ? "pending" : state(status.state());
  }

  /** The name of a state. */
  public static String state(LeaseStatus.State state) {
    return switch (state) {
      case FREE -> "free";
      case HELD -> "held";
      case EXPIRED -> "expired";
      case UNREADABLE -> "unreadable";
    };
  }

  private static void fields(
      ObjectFields to,
      Optional<LeaseKey> key,
      String state,
      Optional<LeaseRecord> record,
      String store) {
    text(to, "key", key.map(LeaseKey::toString));
    to.put("state", state);
    owner(to, record);
    to.put("store", store);
  }

  private static void owner(ObjectFields to, Optional<LeaseRecord> record) {
    text(to, "owner_session_id", record.map(held -> held.owner().value()));
    time(to, "granted_at", record.flatMap(LeaseRecord::grantedAt));
    time(to, "acquired_at", record.map(LeaseRecord::acquiredAt));
    time(to, "expires_at", record.map(LeaseRecord::expiresAt));
    number(to, "ttl_secs", record.map(held -> held.ttl().seconds()));
    number(to, "fence", record.map(LeaseRecord::fence).filter(Fence::isPresent).map(Fence::value));
    Optional<Holder> holder = record.flatMap(LeaseRecord::holder);
    if (holder.isPresent()) {
      to.put("holder", holder.get());
    } else {
      to.putNull("holder");
    }
  }

  private static void text(ObjectFields to, String name, Optional<String> value) {
    if (value.isPresent()) {
      to.put(name, value.get());
    } else {
      to.putNull(name);
    }
  }

  private static void time(ObjectFields to, String name, Optional<Instant> value) {
    if (value.isPresent()) {
      to.put(name, value.get());
    } else {
      to.putNull(name);
    }
  }

  private static void number(ObjectFields to, String name, Optional<Long> value) {
    if (value.isPresent()) {
      to.put(name, value.get());
    } else {
      to.putNull(name);
    }
  }
}
