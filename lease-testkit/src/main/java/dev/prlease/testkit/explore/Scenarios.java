package dev.prlease.testkit.explore;

import static dev.prlease.testkit.explore.Act.ACQUIRE;
import static dev.prlease.testkit.explore.Act.ADOPT;
import static dev.prlease.testkit.explore.Act.ASSERT;
import static dev.prlease.testkit.explore.Act.ATTACH;
import static dev.prlease.testkit.explore.Act.BREAK;
import static dev.prlease.testkit.explore.Act.COLLECT;
import static dev.prlease.testkit.explore.Act.RELEASE;
import static dev.prlease.testkit.explore.Act.RELEASE_SESSION;
import static dev.prlease.testkit.explore.Act.RENEW;

import dev.prlease.api.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The fixed set of scenarios. */
final class Scenarios {
  private static final Duration TTL = Scenario.start().ttl().duration();
  private static final Duration ALMOST = TTL.minusMillis(1);
  private static final List<Act> SECOND = List.of(ACQUIRE, ASSERT, RENEW, RELEASE);

  private Scenarios() {}

  /** Every pair of programs of three acts that begin by acquiring: 136 pairs. */
  static List<Scenario> pairs() {
    List<List<Act>> programs = new ArrayList<>();
    for (Act second : SECOND) {
      for (Act third : SECOND) {
        programs.add(List.of(ACQUIRE, second, third));
      }
    }
    return pairsOf(programs);
  }

  /** Pairs of programs in which each act follows an acquisition once: 10 of those pairs. */
  static List<Scenario> pairsOfEachKind() {
    return pairsOf(
        List.of(
            List.of(ACQUIRE, ASSERT, RELEASE),
            List.of(ACQUIRE, RENEW, ASSERT),
            List.of(ACQUIRE, ACQUIRE, RELEASE),
            List.of(ACQUIRE, RELEASE, ACQUIRE)));
  }

  private static List<Scenario> pairsOf(List<List<Act>> programs) {
    List<Scenario> pairs = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      for (int j = i; j < programs.size(); j++) {
        pairs.add(two(programs.get(i), programs.get(j)));
      }
    }
    return pairs;
  }

  private static Scenario two(List<Act> alice, List<Act> bob) {
    return Scenario.start()
        .player("alice", alice.toArray(Act[]::new))
        .player("bob", bob.toArray(Act[]::new));
  }

  /** Two sessions that do the whole round. */
  private static Scenario round() {
    return two(List.of(ACQUIRE, ASSERT, RELEASE), List.of(ACQUIRE, ASSERT, RELEASE));
  }

  private static Scenario renewing() {
    return two(List.of(ACQUIRE, RENEW, ASSERT), List.of(ACQUIRE, RENEW, RELEASE));
  }

  /** What happens while two sessions are at it, one list each. */
  static List<Scenario> troubled() {
    List<Scenario> all = new ArrayList<>();
    for (Scenario base : List.of(round(), renewing())) {
      all.add(base.happens(new Happening.Pass(TTL)));
      all.add(base.happens(new Happening.Pass(TTL), new Happening.Pass(TTL)));
      all.add(base.happens(new Happening.Pass(ALMOST), new Happening.Pass(Duration.ofMillis(1))));
      all.add(base.happens(new Happening.Crash(0)));
      all.add(base.happens(new Happening.Crash(0), new Happening.Pass(TTL)));
      all.add(base.happens(new Happening.LoseAnswer(0)));
      all.add(base.happens(new Happening.LoseRequest(0)));
      all.add(base.happens(new Happening.LoseAnswer(0), new Happening.Pass(TTL)));
      all.add(base.happens(new Happening.LoseAnswer(0), new Happening.LoseAnswer(1)));
      all.add(base.happens(new Happening.LoseAnswer(1), new Happening.Crash(0)));
      all.add(base.happens(new Happening.OlderRewrite()));
      all.add(base.happens(new Happening.OlderRewrite(), new Happening.OlderRewrite()));
      all.add(base.happens(new Happening.OlderRewrite(), new Happening.Pass(TTL)));
      all.add(base.happens(new Happening.Pass(TTL), new Happening.OlderAcquire()));
      all.add(base.happens(new Happening.OlderAcquire(), new Happening.Pass(TTL)));
      all.add(base.happens(new Happening.OlderAcquire(), new Happening.OlderRelease()));
      all.add(base.happens(new Happening.LoseAnswer(0), new Happening.OlderRewrite()));
    }
    return all;
  }

  /** Writes that land late: the settling pauses, so these have many schedules. */
  static List<Scenario> late() {
    List<Scenario> all = new ArrayList<>();
    for (Scenario base : List.of(round(), renewing())) {
      all.add(base.happens(new Happening.LandLate(0)));
      all.add(base.happens(new Happening.LandLate(0), new Happening.Pass(TTL)));
      all.add(base.happens(new Happening.Pass(ALMOST), new Happening.LandLate(0)));
      all.add(
          base.happens(
              new Happening.Pass(ALMOST),
              new Happening.LandLate(0),
              new Happening.Pass(Duration.ofMillis(1))));
      all.add(base.happens(new Happening.LandLate(0), new Happening.LandLate(1)));
      all.add(base.happens(new Happening.LandLate(0), new Happening.Crash(0)));
      all.add(base.happens(new Happening.LandLate(0), new Happening.Pass(Duration.ofSeconds(20))));
      all.add(base.happens(new Happening.LandLate(1), new Happening.OlderRewrite()));
    }
    Scenario adopting = Scenario.start().player("alice", ACQUIRE).player("bob", ADOPT);
    all.add(
        adopting.happens(new Happening.LandLate(1), new Happening.Pass(Duration.ofSeconds(20))));
    all.add(adopting.happens(new Happening.LandLate(1), new Happening.OlderRewrite()));
    Scenario breaking = Scenario.start().player("alice", ACQUIRE).player("operator", BREAK);
    all.add(breaking.happens(new Happening.LandLate(1), new Happening.OlderRewrite()));
    return all;
  }

  /** Writes whose trace an older program wipes out before anybody looks for them (P7 with P14). */
  static List<Scenario> untraceable() {
    Scenario start = Scenario.start();
    List<Scenario> all = new ArrayList<>();
    for (Scenario base :
        List.of(
            start.player("alice", ACQUIRE).player("bob", ADOPT),
            start.player("alice", ACQUIRE).player("operator", BREAK),
            start.player("alice", ACQUIRE).player("alice", RELEASE_SESSION),
            start.player("alice", ACQUIRE, RELEASE).player("bob", ACQUIRE))) {
      for (int player = 0; player < 2; player++) {
        all.add(base.happens(new Happening.LoseAnswer(player), new Happening.OlderRewrite()));
        all.add(
            base.happens(
                new Happening.LoseAnswer(player),
                new Happening.OlderRewrite(),
                new Happening.OlderRewrite()));
      }
    }
    return all;
  }

  /** Garbage is collected while sessions come and go, and stand still for longer than a TTL. */
  static List<Scenario> collected() {
    List<Scenario> all = new ArrayList<>();
    Scenario start = Scenario.start();
    Happening.Pass ttl = new Happening.Pass(TTL);
    Happening.Pass more = new Happening.Pass(TTL.plusSeconds(1));
    for (Scenario base :
        List.of(
            start.player("alice", ACQUIRE, RELEASE).player("bob", ACQUIRE, ASSERT),
            start.player("alice", ACQUIRE, ASSERT).player("bob", ACQUIRE, RELEASE),
            start.player("alice", ACQUIRE, RELEASE, ACQUIRE).player("bob", ACQUIRE, RENEW))) {
      Scenario collecting = base.player("gc", COLLECT);
      all.add(collecting.happens(ttl));
      all.add(collecting.happens(more));
      all.add(collecting.happens(more, more));
      all.add(collecting.happens(new Happening.LoseAnswer(0), more));
      all.add(collecting.happens(more, new Happening.OlderRewrite()));
      all.add(collecting.happens(new Happening.Crash(0), more));
      all.add(base.player("gc", COLLECT, COLLECT).happens(more, more));
    }
    return all;
  }

  /** Several processes of one session, operators, and clocks that are off. */
  static List<Scenario> others() {
    List<Scenario> all = new ArrayList<>();
    Scenario start = Scenario.start();
    all.add(
        start.player("alice", ACQUIRE, RENEW, RELEASE).player("alice", ACQUIRE, RENEW, RELEASE));
    all.add(
        start.player("alice", ACQUIRE, ASSERT, RELEASE).player("alice", ATTACH, RENEW, RELEASE));
    all.add(
        start
            .player("alice", ACQUIRE, RELEASE)
            .player("alice", ACQUIRE, RELEASE)
            .player("bob", ACQUIRE, ASSERT));
    all.add(start.player("alice", ACQUIRE, RENEW, RELEASE).player("alice", RELEASE_SESSION));
    all.add(
        start
            .player("alice", ACQUIRE, RENEW, RELEASE)
            .player("alice", RELEASE_SESSION)
            .player("bob", ACQUIRE, ASSERT));
    all.add(start.player("alice", ACQUIRE, RENEW, ASSERT).player("bob", ADOPT, ASSERT, RELEASE));
    all.add(start.player("alice", ACQUIRE, RENEW, ASSERT).player("operator", BREAK));
    all.add(
        start
            .player("alice", ACQUIRE, RELEASE, ACQUIRE)
            .player("operator", BREAK)
            .player("bob", ACQUIRE, ASSERT));
    Duration off = Duration.ofSeconds(5);
    for (Duration skew : List.of(off, off.negated())) {
      all.add(
          start
              .uncertain(off)
              .player(new Scenario.Player(session("alice"), List.of(ACQUIRE, ASSERT, RENEW), skew))
              .player(
                  new Scenario.Player(
                      session("bob"), List.of(ACQUIRE, ASSERT, RELEASE), skew.negated()))
              .happens(
                  new Happening.Pass(TTL.minus(off)),
                  new Happening.Pass(off),
                  new Happening.Pass(off)));
    }
    return all;
  }

  private static SessionId session(String name) {
    return SessionId.of(name);
  }
}
