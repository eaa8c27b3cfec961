package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What processes say of the leases that they hold, one line a statement:
 *
 * <pre>
 * tries KEY
 * got   KEY SESSION FENCE UNTIL TICKS NOW    the grant was answered before TICKS, and before the time NOW
 * has   KEY SESSION FENCE UNTIL TICKS        it was found to be held after TICKS
 * gives KEY SESSION FENCE                    it is about to be released
 * gave  KEY SESSION FENCE NOW                it has been, before the time NOW
 * lost  CODE
 * </pre>
 *
 * Ticks are those of the machine, the same for all its processes; times are in milliseconds.
 */
final class Journal {
  /** Takes a line, in one write: a kill does not tear it. */
  interface Out {
    void write(String line) throws IOException;
  }

  /** Writes one. */
  record Writer(Out out) {
    void tries(LeaseKey key) throws IOException {
      out.write("tries " + key + "\n");
    }

    void got(LeaseRecord record) throws IOException {
      String held = "got " + held(record) + " " + until(record);
      out.write(held + " " + System.nanoTime() + " " + System.currentTimeMillis() + "\n");
    }

    void has(LeaseRecord record, long since) throws IOException {
      out.write("has " + held(record) + " " + until(record) + " " + since + "\n");
    }

    void gives(LeaseRecord record) throws IOException {
      out.write("gives " + held(record) + "\n");
    }

    void gave(LeaseRecord record) throws IOException {
      out.write("gave " + held(record) + " " + System.currentTimeMillis() + "\n");
    }

    void lost(String code) throws IOException {
      out.write("lost " + code + "\n");
    }

    private static String held(LeaseRecord record) {
      return record.key() + " " + record.owner() + " " + record.fence();
    }

    private static long until(LeaseRecord record) {
      return record.expiresAt().toEpochMilli();
    }
  }

  /** A holding as its holder saw it: from and to when it surely was one. */
  static final class Holding {
    final String key;
    final String session;
    final long fence;
    final long from;
    final long begun;
    long to;
    long until;
    boolean isReleasing;

    /**
     * Whether it was released while it was live: then the audit tells of that. Who was stopped
     * until it was over may find that others have reclaimed it, and has nothing left to release.
     */
    boolean isReleasedInTime;

    private Holding(String[] words) {
      key = words[1];
      session = words[2];
      fence = Long.parseLong(words[3]);
      until = Long.parseLong(words[4]);
      from = Long.parseLong(words[5]);
      begun = Long.parseLong(words[6]);
      // Who was stopped for so long that it was over when it got to know claims nothing.
      to = begun < until ? from : Long.MIN_VALUE;
    }

    private void add(String[] words) {
      switch (words[0]) {
        case "has" -> {
          until = Math.max(until, Long.parseLong(words[4]));
          to = Math.max(to, Long.parseLong(words[5]));
        }
        case "gives" -> isReleasing = true;
        case "gave" -> isReleasedInTime = Long.parseLong(words[4]) < until;
        default -> throw new AssertionError(Arrays.toString(words));
      }
    }

    @Override
    public String toString() {
      return key + " by " + session + ", fence " + fence + ", ticks " + from + " to " + to;
    }
  }

  private final Map<String, Holding> holdings = new HashMap<>();
  private Optional<String> last = Optional.empty();
  private int lost;

  /** Adds what stands in {@code file}. */
  static Journal read(Path file) throws IOException {
    Journal journal = new Journal();
    String text = new String(Files.readAllBytes(file), UTF_8);
    // What is behind the last line end is empty, or was being written.
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length - 1; i++) {
      journal.add(lines[i].split(" ", -1));
    }
    return journal;
  }

  private void add(String[] words) {
    switch (words[0]) {
      case "tries" -> last = Optional.of(words[1]);
      case "lost" -> lost++;
      case "got" -> holdings.put(words[2], new Holding(words));
      default -> Objects.requireNonNull(holdings.get(words[2]), words[2]).add(words);
    }
  }

  List<Holding> holdings() {
    return List.copyOf(holdings.values());
  }

  /** The key that was tried last. */
  Optional<LeaseKey> last() {
    return last.map(LeaseKey::parse);
  }

  /** Whether it ended in the middle of a holding. */
  boolean endsHolding() {
    return holdings.values().stream().anyMatch(each -> !each.isReleasing);
  }

  /** How often something was lost to others. */
  int lost() {
    return lost;
  }
}
