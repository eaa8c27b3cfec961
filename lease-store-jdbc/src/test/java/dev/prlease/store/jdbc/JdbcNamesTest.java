package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SlotVersion;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names of rows, their versions, and what errors say. */
final class JdbcNamesTest {
  @Test
  void L42_long_keys_are_digested_and_short_ones_stay_readable() {
    assertThat(KeyName.of(LeaseKey.parse("Acme/App#42"))).isEqualTo("acme/app#42");
    LeaseKey longKey = LeaseKey.pullRequest("g/" + "n".repeat(390), 1);
    assertThat(KeyName.of(longKey)).hasSize(71).startsWith("sha256 ");
    assertThat(KeyName.key(KeyName.of(longKey), Optional.of(longKey))).contains(longKey);
    assertThat(KeyName.key(KeyName.of(longKey), Optional.empty())).isEmpty();
  }

  @Test
  void a_repository_is_looked_for_with_its_host_and_without_the_kind() {
    assertThat(KeyName.repo(LeaseKey.parse("issue:Acme/App#42"))).isEqualTo("acme/app");
    assertThat(KeyName.repo(LeaseKey.parse("ghe.example.com/a/b#1")))
        .isEqualTo("ghe.example.com/a/b");
  }

  @Test
  void versions_come_back_as_they_went() {
    for (RowVersion version :
        new RowVersion[] {
          new RowVersion(7, "", true),
          new RowVersion(7, "a.b!c", false),
          new RowVersion(Long.MAX_VALUE, "ünı", true)
        }) {
      assertThat(RowVersion.of(version.toSlot())).contains(version);
    }
    for (String foreign : new String[] {"absent", "", "7", "x.y", "99999999999999999999.x"}) {
      assertThat(RowVersion.of(new SlotVersion(foreign))).as(foreign).isEmpty();
    }
  }

  @Test
  void L40_what_an_error_says_of_a_write_is_told_by_its_state() {
    assertKind(SqlTrouble.Kind.RETRY, "40001", "40P01", "23505");
    assertKind(SqlTrouble.Kind.NOT_WRITTEN, "42P01", "42501", "57014", "55P03", "25006", "53100");
    assertKind(SqlTrouble.Kind.UNKNOWN, "08006", "57P01", "57P02", "40003", "58030", "XX000");
  }

  @Test
  void what_has_no_state_is_unknown() {
    assertThat(SqlTrouble.kind(new SQLException("x"))).isEqualTo(SqlTrouble.Kind.UNKNOWN);
  }

  private static void assertKind(SqlTrouble.Kind kind, String... states) {
    for (String state : states) {
      assertThat(SqlTrouble.kind(new SQLException("x", state))).as(state).isEqualTo(kind);
    }
  }
}
