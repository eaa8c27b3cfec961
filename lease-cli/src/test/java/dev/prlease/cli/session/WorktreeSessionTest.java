package dev.prlease.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorktreeSessionTest {
  @TempDir Path git;

  private WorktreeSession session() {
    return new WorktreeSession(new GitDirectory(git, git));
  }

  private Path file() {
    return session().file();
  }

  @Test
  void there_is_none_until_it_is_made_and_then_it_stays() throws IOException {
    WorktreeSession session = session();
    assertThat(session.find()).isEmpty();
    SessionId made = session.findOrCreate();
    assertThat(session.find()).contains(made);
    assertThat(session.findOrCreate()).isEqualTo(made);
    assertThat(Files.readString(file())).isEqualTo(made + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    try (var entries = Files.list(git)) {
      assertThat(entries).containsExactly(file());
    }
  }

  @Test
  void two_that_make_it_at_the_same_time_agree() throws Exception {
    int racers = 8;
    ExecutorService pool = Executors.newFixedThreadPool(racers);
    try {
      for (int round = 0; round < 50; round++) {
        Files.deleteIfExists(file());
        CyclicBarrier start = new CyclicBarrier(racers);
        List<Future<SessionId>> results = new ArrayList<>();
        for (int i = 0; i < racers; i++) {
          results.add(
              pool.submit(
                  () -> {
                    start.await();
                    return session().findOrCreate();
                  }));
        }
        Set<SessionId> seen = new HashSet<>();
        for (Future<SessionId> result : results) {
          seen.add(result.get());
        }
        assertThat(seen).as("round %d", round).hasSize(1);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void a_file_that_holds_no_session_is_told_of_and_not_overwritten() throws IOException {
    for (byte[] content :
        List.of(
            new byte[0], new byte[] {(byte) 0xff}, "a\u001bb".getBytes(StandardCharsets.UTF_8))) {
      Files.write(file(), content);
      assertThatThrownBy(() -> session().findOrCreate())
          .isInstanceOfSatisfying(
              LeaseStoreException.class,
              e -> {
                assertThat(e).hasMessage("the session file " + file() + " holds no session id");
                assertThat(e.nextStep()).contains("--session ID");
              });
      assertThat(Files.readAllBytes(file())).isEqualTo(content);
    }
  }

  @Test
  void a_file_that_cannot_be_read_is_told_of() throws IOException {
    Files.createDirectory(file());
    assertThatThrownBy(() -> session().find())
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageContaining("cannot be read");
  }
}
