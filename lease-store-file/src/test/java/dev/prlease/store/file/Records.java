package dev.prlease.store.file;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.time.Instant;

/** Keys and records that several tests use. */
final class Records {
  static final LeaseKey KEY = LeaseKey.pullRequest("rysweet/amplihack-rs", 1051);
  static final String FILE = "rysweet__amplihack-rs__pr-1051.json";
  static final Instant TIME = Instant.parse("2026-07-26T18:42:42.123Z");

  private Records() {}

  static LeaseRecord record(LeaseKey key, String session) {
    return LeaseRecord.of(key, new SessionId(session), TIME, Ttl.DEFAULT).withFence(Fence.at(TIME));
  }

  static Change hold(String session) {
    return Change.hold(record(KEY, session));
  }

  static Exchange acquire(LeaseStore store, LeaseKey key, String session) {
    return store.compareAndExchange(key, Expected.vacant(), Change.hold(record(key, session)));
  }

  static Exchange replace(LeaseStore store, LeaseSlot slot, Change change) {
    return store.compareAndExchange(KEY, Expected.exactly(slot.version()), change);
  }

  static String owner(LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held ? held.record().owner().value() : "nobody: " + slot;
  }
}
