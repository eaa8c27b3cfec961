package dev.prlease.gate.guard;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.RepositoryId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The repositories that a command may reach.
 *
 * @param places none: any
 */
record Reach(List<Place> places) {
  static final Reach ANYWHERE = new Reach(List.of());

  /**
   * A repository.
   *
   * @param host empty if it is not known
   */
  record Place(Optional<String> host, String path) {
    boolean isOf(LeaseKey key) {
      return path.equalsIgnoreCase(key.repo())
          && (host.isEmpty() || isHost(host.get(), key.host()));
    }

    /** That repository on {@code where}; empty if nothing can have that name. */
    Optional<RepositoryId> on(String where) {
      try {
        return Optional.of(new RepositoryId(where, path));
      } catch (IllegalArgumentException strange) {
        return Optional.empty();
      }
    }

    /** A name without a dot is a nickname that SSH's configuration explains. */
    private static boolean isHost(String named, String host) {
      return named.equalsIgnoreCase(host) || named.indexOf('.') < 0;
    }

    /** Whether that may be the repository that this one is a fork of, or the other way round. */
    boolean mayBeForkOf(LeaseKey key) {
      return name(path).equals(name(key.repo()))
          && (host.isEmpty() || isHost(host.get(), key.host()));
    }

    private static String name(String path) {
      return path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    }
  }

  static Reach of(List<RepositoryId> repositories) {
    List<Place> places = new ArrayList<>();
    for (RepositoryId repository : repositories) {
      places.add(place(repository));
    }
    return new Reach(places);
  }

  static Place place(RepositoryId repository) {
    return new Place(Optional.of(repository.host()), repository.path());
  }

  /** The repository that somebody wrote as gh's users do: {@code [HOST/]OWNER/NAME}. */
  static Optional<Place> parse(String text, String usualHost) {
    String[] parts = text.split("/", -1);
    int count = parts.length;
    if (count < 2 || parts[count - 1].isEmpty() || parts[count - 2].isEmpty()) {
      return Optional.empty();
    }
    String host = count > 2 ? parts[count - 3] : usualHost;
    return Optional.of(
        new Place(
            host.isEmpty() ? Optional.empty() : Optional.of(host),
            parts[count - 2] + "/" + parts[count - 1]));
  }

  /**
   * These repositories; where the host of one is not known, or only SSH knows it, on each host of
   * {@code all}.
   */
  List<RepositoryId> repositories(List<Held> all) {
    List<RepositoryId> found = new ArrayList<>();
    for (Place place : places) {
      if (place.host().filter(host -> host.indexOf('.') >= 0).isPresent()) {
        place.on(place.host().get()).ifPresent(found::add);
      } else {
        all.forEach(held -> place.on(held.key().host()).ifPresent(found::add));
      }
    }
    return found.stream().distinct().toList();
  }

  boolean includes(RepositoryId repository) {
    return places.stream()
        .anyMatch(
            place ->
                place.path().equalsIgnoreCase(repository.path())
                    && (place.host().isEmpty()
                        || Place.isHost(place.host().get(), repository.host())));
  }

  /** These repositories, and those. */
  Reach and(Reach others) {
    List<Place> all = new ArrayList<>(places);
    all.addAll(others.places);
    return new Reach(all);
  }

  /** Those of {@code all} whose branches may be in these repositories: forks included. */
  List<Held> near(List<Held> all) {
    if (isAnywhere()) {
      return all;
    }
    return all.stream()
        .filter(
            held ->
                places.stream()
                    .anyMatch(place -> place.isOf(held.key()) || place.mayBeForkOf(held.key())))
        .toList();
  }

  boolean isAnywhere() {
    return places.isEmpty();
  }

  /** Those of {@code all} that are pull requests of these repositories. */
  List<Held> within(List<Held> all) {
    if (isAnywhere()) {
      return all;
    }
    return all.stream()
        .filter(held -> places.stream().anyMatch(place -> place.isOf(held.key())))
        .toList();
  }
}
