package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Our own layout: see {@link Slug}. */
final class PrleaseNames implements SlotNames {
  private final Path directory;

  PrleaseNames(Path directory) {
    this.directory = directory;
  }

  @Override
  public String of(LeaseKey key) {
    return Slug.of(key);
  }

  @Override
  public Optional<LeaseKey> key(String name) {
    return Slug.key(name);
  }

  @Override
  public boolean isSlot(String name) {
    return Slug.isCut(name) || Slug.key(name).isPresent();
  }

  @Override
  public boolean mayCollect(String name) {
    return isSlot(name) && name.endsWith(Slug.SUFFIX) && !name.startsWith(".");
  }

  @Override
  public String mutexName(String name) {
    return name;
  }

  @Override
  public Path file(String name, InterruptShield shield) {
    return directory.resolve(name);
  }

  @Override
  public Place place(String name, InterruptShield shield) {
    Path file = directory.resolve(name);
    return new Place(file, List.of(Place.lockOf(file)));
  }

  @Override
  public boolean placesMove() {
    return false;
  }
}
