package dev.prlease.testkit.race;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * L2: slots in files that are compared and then replaced, in two steps, which nothing holds
 * together. Two processes that do so can both win.
 */
final class UnlockedStore extends AbstractLeaseStore {
  private static final long GAP_NANOS = 2_000_000;

  private final Path directory;

  UnlockedStore(Path directory) {
    this.directory = directory;
  }

  private Path file(LeaseKey key) {
    return directory.resolve(key.canonical().toString().replace('/', '_'));
  }

  @Override
  protected LeaseSlot get(LeaseKey key) {
    try {
      return slot(key, Files.readAllLines(file(key)));
    } catch (NoSuchFileException absent) {
      return LeaseSlot.Vacant.absent(new SlotVersion("absent"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
    if (!get(key).version().equals(current.version())) {
      return Optional.empty();
    }
    LockSupport.parkNanos(GAP_NANOS);
    List<String> lines = lines(next);
    try {
      Path written = Files.createTempFile(directory, "next", ".tmp");
      Files.write(written, lines);
      Files.move(written, file(key), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(slot(key, lines));
  }

  private static List<String> lines(Content content) {
    String writeId = content.writeId().value();
    String fence = Long.toString(content.fence().value());
    if (content.record().isEmpty()) {
      return List.of(writeId, fence);
    }
    LeaseRecord record = content.record().get();
    return List.of(
        writeId,
        fence,
        record.owner().value(),
        record.acquiredAt().toString(),
        Long.toString(record.ttl().seconds()),
        record.grantId().orElseThrow().value(),
        record.grantedAt().orElseThrow().toString());
  }

  private static LeaseSlot slot(LeaseKey key, List<String> lines) {
    SlotVersion version = new SlotVersion(lines.get(0));
    Optional<WriteId> writeId = Optional.of(new WriteId(lines.get(0)));
    Fence fence = new Fence(Long.parseLong(lines.get(1)));
    if (lines.size() == 2) {
      return LeaseSlot.Vacant.written(version, fence, writeId);
    }
    LeaseRecord record =
        LeaseRecord.of(
                key,
                SessionId.of(lines.get(2)),
                Instant.parse(lines.get(3)),
                Ttl.ofSeconds(Long.parseLong(lines.get(4))))
            .withFence(fence)
            .withGrantId(new GrantId(lines.get(5)))
            .withGrantedAt(Instant.parse(lines.get(6)));
    return new LeaseSlot.Held(version, record, writeId);
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    return List.of();
  }

  @Override
  public String location() {
    return "unlocked:" + directory;
  }

  @Override
  public void close() {}
}
