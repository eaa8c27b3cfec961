package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own that goes away, comes back, and comes back as a standby. */
final class PostgresRestartTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  @TempDir Path top;

  private EmbeddedPostgres start(int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(top.resolve("data"))
        .setCleanDataDirectory(false)
        .setPort(port)
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static JdbcLeaseStore open(int port) {
    return JdbcLeaseStore.open("jdbc:" + Postgres.rest(port, "public"), PostgresPlaces.context());
  }

  private static Exchange hold(LeaseStore store, Expected expected, String owner, long fence) {
    return store.compareAndExchange(
        KEY, expected, Change.hold(Samples.record(KEY, SessionId.of(owner), fence)));
  }

  @Test
  void leases_survive_a_restart_and_a_standby_is_refused() throws Exception {
    int port = freePort();
    EmbeddedPostgres server = start(port);
    JdbcLeaseStore store = open(port);
    try {
      store.install();
      LeaseSlot held = hold(store, Expected.vacant(), "alice", 10).slot();

      server.close();
      LeaseStoreException away =
          catchThrowableOfType(
              LeaseStoreException.class,
              () -> hold(store, Expected.exactly(held.version()), "alice", 10));
      assertThat(away).as("a write while the server is away").isNotNull();
      LeaseStoreException read =
          catchThrowableOfType(LeaseStoreException.class, () -> store.load(KEY));
      assertThat(read.outcome()).isEqualTo(Outcome.NOT_WRITTEN);

      server = start(port);
      assertThat(store.load(KEY)).as("after the restart").isEqualTo(held);
      Exchange renewed = hold(store, Expected.exactly(held.version()), "alice", 10);
      assertThat(renewed).isInstanceOf(Exchange.Swapped.class);

      server.close();
      Files.createFile(top.resolve("data/standby.signal"));
      server = start(port);
      LeaseStoreException refused =
          catchThrowableOfType(LeaseStoreException.class, () -> store.load(KEY));
      assertThat(refused.getMessage()).contains("the server is a standby");
      LeaseStoreException neverOpened =
          catchThrowableOfType(LeaseStoreException.class, () -> open(port).close());
      assertThat(neverOpened.nextStep())
          .isEqualTo("Name the primary, or all servers, as in jdbc:postgresql://a,b/db.");
    } finally {
      store.close();
      server.close();
    }
  }

  @Test
  void a_server_that_may_not_be_written_says_so() {
    PostgresPlaces place = PostgresPlaces.fresh();
    String rest =
        Postgres.rest(Postgres.port(), place.schema())
            + "&options=-c%20default_transaction_read_only=on";
    try (JdbcLeaseStore store = JdbcLeaseStore.open("jdbc:" + rest, PostgresPlaces.context())) {
      LeaseStoreException error =
          catchThrowableOfType(
              LeaseStoreException.class, () -> hold(store, Expected.vacant(), "alice", 10));
      assertThat(error.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
      assertThat(error.nextStep()).isEqualTo("Name a server that can be written, and no standby.");
    }
    place.close();
  }
}
