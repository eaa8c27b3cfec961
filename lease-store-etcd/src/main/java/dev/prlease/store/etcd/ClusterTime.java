package dev.prlease.store.etcd;

import dev.prlease.spi.Clock;
import dev.prlease.spi.SampledClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The time of the members, from the header {@code Date} of their HTTP side, since the API that
 * leases are kept by tells no time. It counts in whole seconds.
 *
 * <p><b>All are asked, and one is believed</b>: that which calls go to, or the first after it that
 * answers, if no other that answers is farther from it than members may be, and no two others are
 * from each other. Otherwise one session would go by a clock that is right, and another, which does
 * not reach that member, by one that is wrong; and each would own what the other holds. Who is
 * wrong cannot be told by a clock, and so nobody is believed then.
 *
 * <p>What is left: a member whose clock is wrong, and somebody who reaches it and no other.
 */
final class ClusterTime implements SampledClock.Source {
  /** In what steps the header counts. */
  static final Duration RESOLUTION = Duration.ofSeconds(1);

  /** How far members may be apart: etcd itself warns of more. */
  static final Duration SKEW = Duration.ofSeconds(1);

  /** How long one is waited for as long as nobody has answered. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  /** The same if somebody has: what it takes makes everybody's time less certain. */
  private static final Duration LIMIT_OF_OTHERS = Duration.ofMillis(400);

  private final Members members;
  private final Optional<TlsFiles> tls;
  private final Clock machine;

  ClusterTime(Members members, Optional<TlsFiles> tls, Clock machine) {
    this.members = members;
    this.tls = tls;
    this.machine = machine;
  }

  /** A member that told no time, and why. */
  record Silent(EtcdEndpoint member, String why) {}

  /**
   * What the members said.
   *
   * @param times of those that told one, first that of the member to go by
   * @param silent the others
   */
  record Told(List<MemberTime> times, List<Silent> silent) {
    /** Which two are farther apart than members may be, in words; empty if none are. */
    Optional<String> contradiction() {
      for (MemberTime one : times) {
        for (MemberTime other : times) {
          Duration ahead = one.aheadOf(other);
          if (ahead.compareTo(SKEW) > 0) {
            return Optional.of(
                "the clock of "
                    + one.member()
                    + " is ahead of that of "
                    + other.member()
                    + " by "
                    + ahead.toMillis()
                    + " ms or more");
          }
        }
      }
      return Optional.empty();
    }
  }

  @Override
  public Instant ask() throws IOException {
    Told told = askAll();
    Optional<String> contradiction = told.contradiction();
    if (contradiction.isPresent()) {
      throw new IOException(contradiction.get());
    }
    if (told.times().isEmpty()) {
      throw new IOException(told.silent().get(0).why());
    }
    return told.times().get(0).told();
  }

  /** Asks each member. */
  Told askAll() throws IOException {
    HttpDate dates = HttpDate.with(tls);
    List<MemberTime> times = new ArrayList<>();
    List<Silent> silent = new ArrayList<>();
    int first = members.current();
    for (int i = 0; i < members.count(); i++) {
      EtcdEndpoint member = members.endpoint((first + i) % members.count());
      long asked = machine.ticks();
      try {
        Instant told = dates.ask(member, times.isEmpty() ? LIMIT : LIMIT_OF_OTHERS);
        times.add(new MemberTime(member, told, asked, machine.ticks()));
      } catch (IOException failed) {
        silent.add(new Silent(member, member + " does not tell the time over HTTP: " + failed));
      }
    }
    return new Told(times, silent);
  }
}
