package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.core.ListedLease;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A lease of a listing, and the name that it is shown by.
 *
 * @param name its key, or what the store calls its slot
 */
record NamedLease(String name, ListedLease lease) {
  private static NamedLease of(ListedLease lease) {
    return new NamedLease(lease.key().map(LeaseKey::toString).orElse(lease.slotName()), lease);
  }

  /**
   * In the order of their names. To sort a hundred thousand takes two million comparisons, and most
   * names start alike, as those of one repository do. So the common start is left out, the letters
   * behind it are compared as one number, and names themselves only where these are the same.
   */
  static List<NamedLease> sorted(List<ListedLease> leases) {
    List<NamedLease> named = new ArrayList<>(leases.size());
    for (ListedLease lease : leases) {
      named.add(of(lease));
    }
    int common = commonStart(named);
    List<Ranked> ranked = new ArrayList<>(named.size());
    for (NamedLease each : named) {
      ranked.add(new Ranked(rank(each.name, common), each));
    }
    Collections.sort(ranked);
    for (int i = 0; i < named.size(); i++) {
      named.set(i, ranked.get(i).named);
    }
    return named;
  }

  /** How many letters all names start with. */
  private static int commonStart(List<NamedLease> named) {
    if (named.isEmpty()) {
      return 0;
    }
    String first = named.get(0).name;
    int common = first.length();
    for (NamedLease each : named) {
      while (!each.name.regionMatches(0, first, 0, common)) {
        common--;
      }
    }
    return common;
  }

  /**
   * The letters behind {@code start} as a number: less only if the name comes first, and the same
   * for names that start alike. From a letter that takes more than a byte on all are the same.
   */
  private static long rank(String name, int start) {
    long rank = 0;
    boolean isExact = true;
    for (int i = start; i < start + Ranked.LETTERS; i++) {
      char c = isExact && i < name.length() ? name.charAt(i) : 0;
      isExact &= c < 0xff;
      rank = rank << Byte.SIZE | Math.min(c, 0xff);
    }
    return rank;
  }

  private record Ranked(long rank, NamedLease named) implements Comparable<Ranked> {
    /** Bytes in a long that is not negative. */
    static final int LETTERS = Long.BYTES - 1;

    @Override
    public int compareTo(Ranked other) {
      return rank == other.rank
          ? named.name.compareTo(other.named.name)
          : Long.compare(rank, other.rank);
    }
  }
}
