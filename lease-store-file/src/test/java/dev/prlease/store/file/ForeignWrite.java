package dev.prlease.store.file;

import dev.prlease.store.file.Peer.LockHolder;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that hold the lock files of a slot, one each, as a program of this protocol does that
 * was stopped in the middle; that of the slot's own lock writes.
 */
final class ForeignWrite implements StoreFixture.UnderWay {
  private final List<LockHolder> holders = new ArrayList<>();
  private final Path text;
  private boolean written;

  ForeignWrite(Place place, String content) {
    try {
      text = Files.createTempFile("foreign-write", ".json");
      Files.writeString(text, content);
      Path own = Place.lockOf(place.file());
      for (Path lock : place.locks()) {
        holders.add(lock.equals(own) ? 0 : holders.size(), new LockHolder(lock));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void commit() {
    try {
      holders.get(0).writeAndFree(text);
      written = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    close();
  }

  @Override
  public void close() {
    try {
      for (LockHolder holder : holders) {
        if (!written || holder != holders.get(0)) {
          holder.free();
        }
        holder.close();
      }
      holders.clear();
      Files.deleteIfExists(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
