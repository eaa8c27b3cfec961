package dev.prlease.store.etcd;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.WriteId;
import java.time.Instant;

/** What a fighter knows of its fight, in a line of text between processes. */
sealed interface Note {
  LeaseKey key();

  SessionId session();

  /** What a fighter was told of a write. */
  enum Told {
    DONE,
    NOT_DONE,
    UNKNOWN
  }

  /** A call of the store that writes was begun, or was over; the last note of it counts. */
  record Wrote(LeaseKey key, SessionId session, WriteId id, Told told) implements Note {
    @Override
    public String toString() {
      return "wrote " + key + " " + session + " " + id + " " + told;
    }
  }

  /**
   * From one instant to another a session was sure that it owned the lease: from when its
   * acquisition had come back until just before it gave it back, or until its time was over.
   */
  record Owned(LeaseKey key, SessionId session, Fence fence, Instant from, Instant until)
      implements Note {
    @Override
    public String toString() {
      return "owned " + key + " " + session + " " + fence.value() + " " + from + " " + until;
    }
  }

  /** Reads what {@code toString} wrote. */
  static Note parse(String line) {
    String[] words = line.split(" ", -1);
    LeaseKey key = LeaseKey.parse(words[1]);
    SessionId session = SessionId.of(words[2]);
    return switch (words[0]) {
      case "wrote" -> new Wrote(key, session, new WriteId(words[3]), Told.valueOf(words[4]));
      case "owned" ->
          new Owned(
              key,
              session,
              new Fence(Long.parseLong(words[3])),
              Instant.parse(words[4]),
              Instant.parse(words[5]));
      default -> throw new IllegalArgumentException("no note: " + line);
    };
  }
}
