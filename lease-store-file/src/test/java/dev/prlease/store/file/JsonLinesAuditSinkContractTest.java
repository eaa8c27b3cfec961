package dev.prlease.store.file;

import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.testkit.AuditSinkContract;
import dev.prlease.testkit.AuditSinkFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The JSON-lines sink keeps every rule of sinks. */
final class JsonLinesAuditSinkContractTest extends AuditSinkContract {
  @Override
  protected AuditSinkFixture newPlace() throws IOException {
    return new Place(InMemory.directory());
  }

  private record Place(Path home) implements AuditSinkFixture {
    private Path file() {
      return home.resolve(".prlease").resolve(AuditLog.FILE_NAME);
    }

    @Override
    public AuditSink open() {
      return new JsonLinesAuditSinkProvider()
          .open(new AuditContext(Map.of("HOME", home.toString())));
    }

    /** The lines that hold something: between two events there is an empty one. */
    @Override
    public List<String> entries() {
      if (!Files.exists(file())) {
        return List.of();
      }
      try (Stream<String> lines = Files.lines(file())) {
        return lines.filter(line -> !line.isEmpty()).toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** A symbolic link in the place of the file. */
    @Override
    public Optional<Supplier<Runnable>> obstacle() {
      return Optional.of(
          () -> {
            Path aside = home.resolve("aside");
            move(file(), aside);
            link(file(), aside);
            return () -> move(aside, file());
          });
    }

    private static void move(Path from, Path to) {
      try {
        Files.deleteIfExists(to);
        Files.move(from, to);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void link(Path link, Path target) {
      try {
        Files.createSymbolicLink(link, target);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      try (Stream<Path> all = Files.walk(home)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
