package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Places for the suites: a directory each. */
final class FilePlaces implements StoreFixture {
  private final Path directory;
  private final FileStoreOptions options;

  private FilePlaces(Path directory, FileStoreOptions options) {
    this.directory = directory;
    this.options = options;
  }

  static StoreFixture fresh(FileStoreOptions options) throws IOException {
    return new FilePlaces(InMemory.directory().resolve("leases"), options);
  }

  private Path file(LeaseKey key) {
    return slot(key).file();
  }

  private Place slot(LeaseKey key) {
    SlotNames names =
        options.layout() == FileLayout.AMPLIHACK
            ? new AmplihackNames(directory)
            : new PrleaseNames(directory);
    try (InterruptShield shield = new InterruptShield()) {
      return names.place(names.of(key), shield);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public LeaseStore open() {
    return FileLeaseStore.open(directory, options, Contexts.real());
  }

  @Override
  public Optional<String> location() {
    return Optional.of(FileLocation.text(directory, options));
  }

  @Override
  public Optional<RawSlots> raw() {
    return Optional.of(new Raw());
  }

  /** A symbolic link in the place of the slot. */
  @Override
  public Optional<Obstacle> obstacle() {
    return Optional.of(
        key -> {
          Path file = file(key);
          Path aside = directory.resolve(".aside-" + file.getFileName());
          run(() -> Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY));
          if (Files.exists(file)) {
            run(() -> Files.move(file, aside));
          }
          run(() -> Files.createSymbolicLink(file, aside));
          return () -> {
            run(() -> Files.delete(file));
            if (Files.exists(aside)) {
              run(() -> Files.move(aside, file));
            }
          };
        });
  }

  /** Its directory cannot be synced once, so nobody knows whether the new name lasts. */
  @Override
  public Optional<LeaseStore> openLosingNextAnswer() {
    AtomicBoolean failing = new AtomicBoolean(true);
    Disk disk =
        new FailingDisk() {
          @Override
          public void syncDirectory(Path path) throws IOException {
            if (failing.getAndSet(false)) {
              throw new IOException("Input/output error");
            }
            super.syncDirectory(path);
          }
        };
    return Optional.of(FileLeaseStore.open(directory, options, Contexts.real(), disk));
  }

  /** A process of a version-1 program, which holds the lock files of the slot. */
  @Override
  public Optional<Overlap> overlap() {
    return Optional.of(
        (key, next) -> {
          run(() -> Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY));
          return new ForeignWrite(slot(key), OlderProgramText.of(next));
        });
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(directory.getParent())) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private final class Raw implements RawSlots {
    @Override
    public void write(LeaseKey key, byte[] bytes) {
      run(() -> Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY));
      Path written = directory.resolve(".tmpraw");
      run(() -> Files.write(written, bytes));
      run(() -> Files.move(written, file(key), StandardCopyOption.ATOMIC_MOVE));
    }

    @Override
    public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
      write(key, OlderProgramText.bytes(record));
    }

    @Override
    public List<byte[]> archived(LeaseKey key) {
      String name = file(key).getFileName().toString();
      String stem = name.substring(0, name.length() - Slug.SUFFIX.length()) + ".";
      Path quarantine = directory.resolve("quarantine");
      if (!Files.isDirectory(quarantine)) {
        return List.of();
      }
      try (Stream<Path> kept = Files.list(quarantine)) {
        return kept.filter(path -> path.getFileName().toString().startsWith(stem))
            .sorted()
            .map(FilePlaces::bytes)
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
