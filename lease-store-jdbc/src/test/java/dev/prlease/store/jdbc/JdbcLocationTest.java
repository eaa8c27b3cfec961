package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseStoreException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is read from a location, and what of it is never told. */
final class JdbcLocationTest {
  private static JdbcLocation parse(String rest) {
    return JdbcLocation.parse(rest, Map.of());
  }

  @Test
  void the_drivers_parameters_are_handed_on_and_our_options_are_taken_out() {
    JdbcLocation location =
        parse(
            "postgresql://a:1,b:2/db?sslmode=require&maxClockSkew=500ms&currentSchema=leases"
                + "&options=-c%20x%3D1&service=s&ssl");
    assertThat(location.url()).isEqualTo("jdbc:postgresql://a:1,b:2/db?service=s");
    assertThat(location.shown())
        .isEqualTo("jdbc:postgresql://a:1,b:2/db?currentSchema=leases&service=s");
    assertThat(location.maxClockSkew()).isEqualTo(Duration.ofMillis(500));
    assertThat(location.properties())
        .isEqualTo(
            Map.of(
                "sslmode", "require", "currentSchema", "leases", "options", "-c x=1", "ssl", ""));
  }

  @Test
  void a_place_may_be_written_as_the_driver_allows() {
    for (String rest :
        new String[] {
          "postgresql:db", "postgresql:///db", "postgresql://h/", "postgresql://[::1]:5/db"
        }) {
      assertThat(parse(rest).url()).isEqualTo("jdbc:" + rest);
    }
  }

  @Test
  void user_and_password_may_stand_before_the_host() {
    JdbcLocation location = parse("postgresql://me:p%40ss%2Fword@host/db");
    assertThat(location.url()).isEqualTo("jdbc:postgresql://host/db");
    assertThat(location.properties())
        .containsEntry("user", "me")
        .containsEntry("password", "p@ss/word");
  }

  @Test
  void else_they_are_the_environments() {
    JdbcLocation location =
        JdbcLocation.parse(
            "postgresql://host/db",
            Map.of("PRLEASE_JDBC_USER", "me", "PRLEASE_JDBC_PASSWORD", "secret"));
    assertThat(location.properties())
        .containsEntry("user", "me")
        .containsEntry("password", "secret");
    assertThat(location.secrets().hide("it is secret")).isEqualTo("it is ***");
  }

  @Test
  void settings_of_h2_and_sqlite_are_handed_on_and_not_shown() {
    assertThat(parse("h2:/srv/x;USER=sa;PASSWORD=geheim").shown()).isEqualTo("jdbc:h2:/srv/x");
    assertThat(parse("h2:/srv/x;PASSWORD=geheim").url())
        .isEqualTo("jdbc:h2:/srv/x;PASSWORD=geheim");
    assertThat(parse("sqlite:/srv/x.db?cipher_key=geheim").shown())
        .isEqualTo("jdbc:sqlite:/srv/x.db");
    assertThat(parse("h2:/srv/x;PASSWORD=geheim").secrets().hide("PASSWORD=geheim"))
        .doesNotContain("geheim");
  }

  @Test
  void L8_only_a_place_that_is_one_for_all_sessions_is_taken() {
    for (String rest :
        new String[] {
          "sqlite:leases.db",
          "sqlite:./leases.db",
          "sqlite:~other/leases.db",
          "sqlite::memory:",
          "sqlite:file::memory:?cache=shared",
          "sqlite:file:leases?mode=memory",
          "sqlite::resource:leases.db",
          "h2:leases",
          "h2:./leases",
          "h2:file:./leases",
          "h2:async:./leases",
          "h2:mem:",
          "h2:mem:leases;DB_CLOSE_DELAY=-1",
          "h2:memFS:leases",
          "h2:tcp://db.example.com/leases",
          "h2:tcp:db.example.com/leases",
          "h2:ssl://localhost,db.example.com/leases",
          "h2:tcp://localhost.example.com/leases",
          "h2:tcp://localhost/mem:leases"
        }) {
      assertThatThrownBy(() -> parse(rest))
          .as(rest)
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageStartingWith("the store jdbc:" + rest.replaceFirst("[;?].*", " "));
    }
  }

  @Test
  void L8_the_home_directory_is_that_of_the_environment() {
    Map<String, String> home = Map.of("HOME", "/home/me");
    assertThat(JdbcLocation.parse("sqlite:~/x.db", home).url())
        .isEqualTo("jdbc:sqlite:/home/me/x.db");
    assertThat(JdbcLocation.parse("h2:file:~/x;IFEXISTS=TRUE", home).url())
        .isEqualTo("jdbc:h2:/home/me/x;IFEXISTS=TRUE");
    assertThat(JdbcLocation.parse("h2:~/x", home).shown()).isEqualTo("jdbc:h2:/home/me/x");
    assertThatThrownBy(() -> parse("sqlite:~/x.db"))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageEndingWith("is in the home directory, and HOME is not set");
  }

  @Test
  void the_server_of_h2_may_be_on_this_machine() {
    for (String host : new String[] {"localhost", "localhost:9092", "127.0.0.1", "[::1]:1"}) {
      assertThat(parse("h2:tcp://" + host + "/leases").url())
          .isEqualTo("jdbc:h2:tcp://" + host + "/leases");
    }
    assertThat(parse("h2:ssl:localhost/~/x;USER=sa").shown())
        .isEqualTo("jdbc:h2:ssl:localhost/~/x");
  }

  @Test
  void settings_that_leases_rest_on_are_refused() {
    for (String rest :
        new String[] {
          "sqlite:/srv/x.db?journal_mode=OFF",
          "sqlite:/srv/x.db?foreign_keys=on&synchronous=OFF",
          "h2:/srv/x;FILE_LOCK=NO",
          "h2:/srv/x;auto_server=true",
          "h2:/srv/x;USER=sa;lock_mode=0"
        }) {
      assertThatThrownBy(() -> parse(rest))
          .as(rest)
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageEndingWith(", which leases rest on");
    }
  }

  @Test
  void other_databases_and_wrong_options_are_refused() {
    assertThatThrownBy(() -> parse("mysql://me:secret@host/db"))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessage("the store jdbc:mysql: is of no database that is known here");
    assertThatThrownBy(() -> parse("sqlite:")).isInstanceOf(LeaseConfigurationException.class);
    assertThatThrownBy(() -> parse("postgresql://host/db?maxClockSkew=soon"))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("not 'soon'");
  }

  @Test
  void no_error_tells_a_password_whatever_the_driver_says() {
    for (String rest :
        new String[] {
          "postgresql://me:verysecret@localhost:1/db",
          "postgresql://localhost:1/db?user=me&password=verysecret",
          "postgresql://localhost:99999999/db?user=me&password=verysecret",
          "postgresql://localhost:1/db?user=me&password=verysecret&sslmode=nonsense",
          "postgresql://localhost:1/db?user=me&sslpassword=verysecret&loginTimeout=x",
          "h2:/dev/null/x;PASSWORD=verysecret",
          "h2:/dev/null/x;NONSENSE=verysecret;PASSWORD=verysecret",
          "sqlite:/dev/null/x?password=verysecret"
        }) {
      LeaseException error =
          catchThrowableOfType(
              LeaseException.class,
              () -> JdbcLeaseStore.open("jdbc:" + rest, PostgresPlaces.context()).close());
      assertThat(error).as("the error of %s", rest).isNotNull();
      StringWriter trace = new StringWriter();
      error.printStackTrace(new PrintWriter(trace));
      assertThat(trace + error.nextStep()).as("the error of %s", rest).doesNotContain("verysecret");
      assertThat(error)
          .isInstanceOfAny(LeaseStoreException.class, LeaseConfigurationException.class);
    }
    assertThat(parse("postgresql://me:verysecret@h/db").toString()).doesNotContain("verysecret");
  }
}
