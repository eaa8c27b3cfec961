package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseStoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H2 lets only administrators say when it writes to the disk. */
final class H2RightsTest {
  @TempDir Path directory;

  @Test
  void a_user_without_admin_rights_is_told_to_take_one_who_has_them() throws SQLException {
    String place = directory.resolve("leases").toString();
    try (Connection admin = DriverManager.getConnection("jdbc:h2:" + place, "sa", "");
        Statement statement = admin.createStatement()) {
      statement.execute("CREATE USER mallory PASSWORD 'geheim'");
    }
    LeaseStoreException error =
        catchThrowableOfType(
            LeaseStoreException.class,
            () ->
                EmbeddedLeaseStore.open(
                        JdbcLocation.parse(
                            "h2:" + place + ";USER=mallory;PASSWORD=geheim", Map.of()),
                        PostgresPlaces.context())
                    .close());
    assertThat(error).hasMessageContaining("cannot be opened: Admin rights are required");
    assertThat(error.nextStep()).startsWith("Name a user of H2 with admin rights");
    assertThat(error).hasMessageNotContaining("geheim");
  }
}
