package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.nio.file.Path;
import java.util.List;

/** Our own layout: see {@link Slug}. */
final class PrleaseNames implements SlotNames {
  private final Path directory;

  PrleaseNames(Path directory) {
    this.directory = directory;
  }

  @Override
  public String mutexName(LeaseKey key) {
    return Slug.of(key);
  }

  @Override
  public Path file(LeaseKey key, InterruptShield shield) {
    return directory.resolve(Slug.of(key));
  }

  @Override
  public Place place(LeaseKey key, InterruptShield shield) {
    Path file = file(key, shield);
    return new Place(file, List.of(Place.lockOf(file)));
  }

  @Override
  public boolean placesMove() {
    return false;
  }
}
