package dev.prlease.testkit.explore;

import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Who does what with one key, and what happens meanwhile. The order of each list is kept; how they
 * interleave is for the {@link Explorer} to try.
 *
 * @param players the processes
 * @param happenings what the world does
 * @param ttl the TTL of every acquisition
 * @param uncertainty of every player's clock
 */
public record Scenario(
    List<Player> players, List<Happening> happenings, Ttl ttl, Duration uncertainty) {
  /**
   * One process.
   *
   * @param session whose process it is; players of one session are processes of that session
   * @param acts what it does, one after another
   * @param skew how far its wall clock is ahead; within the scenario's uncertainty
   */
  public record Player(SessionId session, List<Act> acts, Duration skew) {
    /** Copies the acts. */
    public Player {
      acts = List.copyOf(acts);
    }
  }

  /** Copies the lists. */
  public Scenario {
    players = List.copyOf(players);
    happenings = List.copyOf(happenings);
  }

  /** Nobody does anything yet; a minute's TTL, exact clocks. */
  public static Scenario start() {
    return new Scenario(List.of(), List.of(), Ttl.ofSeconds(60), Duration.ZERO);
  }

  /** One more player, of the session {@code name}. */
  public Scenario player(String name, Act... acts) {
    return player(new Player(SessionId.of(name), List.of(acts), Duration.ZERO));
  }

  /** One more player. */
  public Scenario player(Player player) {
    List<Player> more = new ArrayList<>(players);
    more.add(player);
    return new Scenario(more, happenings, ttl, uncertainty);
  }

  /** More that happens, after what happens already. */
  public Scenario happens(Happening... events) {
    List<Happening> more = new ArrayList<>(happenings);
    more.addAll(List.of(events));
    return new Scenario(players, more, ttl, uncertainty);
  }

  /** The same with clocks that may be off by {@code newUncertainty}. */
  public Scenario uncertain(Duration newUncertainty) {
    return new Scenario(players, happenings, ttl, newUncertainty);
  }

  /** Whether garbage is collected. */
  boolean collects() {
    return players.stream().anyMatch(player -> player.acts().contains(Act.COLLECT));
  }

  /** Whether older programs write. */
  boolean hasOlderPrograms() {
    return happenings.stream()
        .anyMatch(
            each ->
                each instanceof Happening.OlderRewrite
                    || each instanceof Happening.OlderAcquire
                    || each instanceof Happening.OlderRelease);
  }

  @Override
  public String toString() {
    String who =
        players.stream()
            .map(
                player ->
                    player.session().value()
                        + player.acts().stream().map(Act::text).toList()
                        + (player.skew().isZero() ? "" : " skewed by " + player.skew()))
            .collect(Collectors.joining(", "));
    return who
        + (happenings.isEmpty() ? "" : ", meanwhile " + happenings)
        + (uncertainty.isZero() ? "" : ", clocks uncertain by " + uncertainty);
  }
}
