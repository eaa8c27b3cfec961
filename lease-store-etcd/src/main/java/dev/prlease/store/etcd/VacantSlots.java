package dev.prlease.store.etcd;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of slots that this store last saw vacant: guesses, which save whoever takes such a
 * slot again a round trip where they are right. The oldest are forgotten. Safe for use by several
 * threads at once.
 */
final class VacantSlots {
  private static final int MOST = 1024;

  private final Map<String, SeenVersion> versions = new LinkedHashMap<>();

  synchronized Optional<SeenVersion> guess(String name) {
    return Optional.ofNullable(versions.get(name));
  }

  synchronized void vacant(String name, SeenVersion version) {
    versions.remove(name);
    versions.put(name, version);
    if (versions.size() > MOST) {
      versions.remove(versions.keySet().iterator().next());
    }
  }

  synchronized void taken(String name) {
    versions.remove(name);
  }
}
