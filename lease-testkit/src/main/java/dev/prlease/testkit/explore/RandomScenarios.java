package dev.prlease.testkit.explore;

import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Scenarios that nobody thought of, one after another, the same for the same seed: two to four
 * processes of two sessions and an operator, and up to four happenings. Used by one thread.
 *
 * <p>For long runs, which have no time to shrink what they find; {@link InterleavingProperties} do.
 */
public final class RandomScenarios {
  private static final Ttl TTL = Ttl.ofSeconds(60);
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final int MOST_ACTS = 4;
  private static final int MOST_HAPPENINGS = 4;
  private static final int[] MILLIS = {1, 20_000, 55_000, 59_999, 60_000, 65_000};

  private final Random random;

  /** Those of {@code seed}. */
  public RandomScenarios(long seed) {
    this.random = new Random(seed);
  }

  /** The next one. */
  public Scenario next() {
    boolean isSkewed = random.nextInt(5) == 0;
    List<Scenario.Player> players = new ArrayList<>();
    players.add(player("alice", skew(isSkewed)));
    players.add(player("bob", skew(isSkewed)));
    if (random.nextInt(3) == 0) {
      players.add(player(random.nextBoolean() ? "alice" : "bob", skew(isSkewed)));
    }
    if (random.nextInt(4) == 0) {
      players.add(new Scenario.Player(SessionId.of("operator"), List.of(Act.BREAK), Duration.ZERO));
    }
    // Older programs know nothing of clocks that are off; and once they dropped the grant, who
    // acquired cannot tell what a process that only joined has renewed, and leaves it to the TTL.
    boolean isOursAlone =
        isSkewed || players.stream().anyMatch(player -> player.acts().contains(Act.ATTACH));
    List<Happening> happenings = new ArrayList<>();
    for (int i = random.nextInt(MOST_HAPPENINGS + 1); i > 0; i--) {
      happenings.add(happening(players.size(), isOursAlone));
    }
    return new Scenario(players, happenings, TTL, isSkewed ? SKEW : Duration.ZERO);
  }

  /** A seed for the schedules of a scenario. */
  public long nextSeed() {
    return random.nextLong();
  }

  /** Where the players of a scenario stop. */
  public Stops nextStops() {
    return random.nextBoolean() ? Stops.AROUND_CALLS : Stops.BEFORE_CALLS;
  }

  private Duration skew(boolean isSkewed) {
    return isSkewed ? SKEW.multipliedBy(random.nextInt(3) - 1L) : Duration.ZERO;
  }

  private Scenario.Player player(String name, Duration skew) {
    Act[] all = Act.values();
    List<Act> acts = new ArrayList<>();
    // Nobody does much before it has something.
    acts.add(random.nextInt(4) == 0 ? all[random.nextInt(all.length)] : Act.ACQUIRE);
    for (int i = random.nextInt(MOST_ACTS); i > 0; i--) {
      acts.add(all[random.nextInt(all.length)]);
    }
    return new Scenario.Player(SessionId.of(name), acts, skew);
  }

  private Happening happening(int players, boolean isOursAlone) {
    int anybody = random.nextInt(players);
    return switch (random.nextInt(isOursAlone ? 6 : 8)) {
      case 0, 1 -> new Happening.Pass(Duration.ofMillis(MILLIS[random.nextInt(MILLIS.length)]));
      case 2 -> new Happening.Crash(anybody);
      case 3 -> new Happening.LoseAnswer(anybody);
      case 4 -> new Happening.LoseRequest(anybody);
      case 5 -> new Happening.LandLate(anybody);
      case 6 -> new Happening.OlderRewrite();
      default -> random.nextBoolean() ? new Happening.OlderAcquire() : new Happening.OlderRelease();
    };
  }
}
