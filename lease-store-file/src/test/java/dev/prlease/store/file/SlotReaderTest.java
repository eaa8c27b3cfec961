package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One buffer for many files: none sees what the one before has left in it. */
class SlotReaderTest {
  private final SlotReader reader = new SlotReader(new InterruptShield());

  private LeaseSlot read(Path file) throws IOException {
    return reader.read(file, Optional.empty());
  }

  @Test
  void files_of_all_sizes_are_read_one_after_another_as_if_each_were_the_only_one(
      @TempDir Path directory) throws IOException {
    acquire(FileLeaseStore.open(directory, Contexts.real()), KEY, "a");
    Path held = directory.resolve(FILE);
    Path empty = Files.createFile(directory.resolve("empty.json"));
    Path some = Files.writeString(directory.resolve("some.json"), "nonsense");
    Path padded =
        Files.writeString(
            directory.resolve("padded.json"), Files.readString(held) + " ".repeat(5000));
    Path large = Files.write(directory.resolve("large.json"), new byte[SlotFile.MAX_BYTES]);
    Path tooLarge =
        Files.write(directory.resolve("too-large.json"), new byte[SlotFile.MAX_BYTES + 1]);
    Path absent = directory.resolve("absent.json");
    for (Path file :
        List.of(held, some, empty, padded, held, absent, large, some, tooLarge, held, empty)) {
      assertThat(read(file))
          .as(file.toString())
          .isEqualTo(SlotFile.read(file, Optional.empty(), new InterruptShield()));
    }
    assertThat(read(held)).isInstanceOf(LeaseSlot.Held.class);
    assertThat(read(padded)).isInstanceOf(LeaseSlot.Held.class);
    assertThat(read(empty)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  /** Its entry says that it has no bytes: what is in it is found all the same. */
  @Test
  void a_file_that_has_grown_since_it_was_looked_at_is_read_to_its_end() throws IOException {
    Path growing = Path.of("/proc/version");
    assumeTrue(Files.exists(growing));
    Entry entry = Entry.at(growing).orElseThrow();
    assertThat(digest(read(growing).version()))
        .isEqualTo(digest(SlotFile.version(Files.readAllBytes(growing), entry)));
  }

  /** What of a version comes from the bytes. */
  private static String digest(SlotVersion version) {
    return version.token().substring(0, version.token().indexOf('-'));
  }
}
