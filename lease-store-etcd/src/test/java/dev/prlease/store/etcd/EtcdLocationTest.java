package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.LeaseConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a location says, and that it never says a secret. */
final class EtcdLocationTest {
  private static EtcdStoreOptions parse(String location) {
    return EtcdLocation.parse(location, Map.of());
  }

  private static void assertRefused(String location, String... words) {
    Throwable thrown = catchThrowable(() -> parse(location));
    assertThat(thrown).as(location).isInstanceOf(LeaseConfigurationException.class);
    assertThat(thrown.getMessage()).contains(words);
    assertThat(((LeaseConfigurationException) thrown).nextStep()).isNotBlank();
  }

  @Test
  void endpoints_prefix_and_options_are_read() {
    EtcdStoreOptions read =
        parse("//a:2379,b,[::1]:4001/teams/one/?timeout=2s&maxClockSkew=500ms&tls=true");
    assertThat(read.endpoints())
        .containsExactly(
            new EtcdEndpoint("a", 2379),
            new EtcdEndpoint("b", 2379),
            new EtcdEndpoint("::1", 4001));
    assertThat(read.prefix()).isEqualTo("teams/one");
    assertThat(read.timeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(read.maxClockSkew()).contains(Duration.ofMillis(500));
    assertThat(read.tls()).contains(EtcdTls.DEFAULTS);
    assertThat(read.login()).isEmpty();
  }

  @Test
  void what_is_left_out_has_defaults() {
    assertThat(parse("//a")).isEqualTo(EtcdStoreOptions.of(List.of(new EtcdEndpoint("a", 2379))));
    assertThat(parse("//a/")).isEqualTo(parse("//a"));
    assertThat(parse("//a").prefix()).isEqualTo("prlease");
  }

  @Test
  void the_text_of_a_location_is_read_as_the_same() {
    for (String location :
        List.of(
            "//a:1",
            "//a:1,b:2/x/y?timeout=PT2S",
            "//[::1]:4/p?maxClockSkew=0s&tls=true",
            "//a:1/p?ca=/x/ca.pem&cert=/x/c.pem&key=/x/k.pem")) {
      EtcdStoreOptions read = parse(location);
      String text = EtcdLocation.text(read);
      assertThat(text).startsWith("etcd://");
      assertThat(parse(text.substring("etcd:".length()))).isEqualTo(read);
    }
  }

  @Test
  void everything_that_is_wrong_is_named_at_once() {
    assertRefused(
        "//a:x,b:70000/p?timeout=soon&colour=red&tls=perhaps&cert=/c",
        "'x' is no port",
        "70000",
        "timeout must be a duration",
        "'colour' is no option",
        "tls must be true or false",
        "cert and key belong together");
    assertRefused("", "must begin with etcd://");
    assertRefused("//", "is no host");
    assertRefused("//a,a", "twice");
    assertRefused("//a/x//y", "prefix");
    assertRefused("//a/team/slots", "no part slots");
    assertRefused("//a/archive/x", "no part slots or archive");
    assertRefused("//a?timeout=1ms", "timeout must be 100 ms to 1 min");
    assertRefused("//a?maxClockSkew=2d", "maxClockSkew");
    assertRefused("//a?timeout=1s&timeout=2s", "given twice");
    assertRefused("//::1", "brackets");
    assertRefused("//a?ca=relative.pem", "absolute");
    assertRefused("//a?tls=false&ca=/x", "tls=false");
  }

  @Test
  void user_and_password_come_from_the_environment_or_a_file_and_are_never_shown(@TempDir Path temp)
      throws Exception {
    Map<String, String> environment =
        Map.of("PRLEASE_ETCD_USER", "root-user", "PRLEASE_ETCD_PASSWORD", "hunter2");
    EtcdStoreOptions read = EtcdLocation.parse("//a?tls=true", environment);
    assertThat(read.login()).isPresent();
    assertThat(read.login().orElseThrow().user()).isEqualTo("root-user");
    assertThat(read.login().orElseThrow().password()).isEqualTo("hunter2");
    assertThat(EtcdLocation.text(read) + read)
        .doesNotContain("hunter2")
        .doesNotContain("root-user");

    Path file = Files.writeString(temp.resolve("password"), "hunter3\n");
    EtcdStoreOptions byFile =
        EtcdLocation.parse("//a?tls=true&user=me&passwordFile=" + file, Map.of());
    assertThat(byFile.login().orElseThrow().password()).isEqualTo("hunter3");
    assertThatThrownBy(() -> parse("//a?user=me")).hasMessageContaining("no password");
    assertThatThrownBy(() -> EtcdLocation.parse("//a", Map.of("PRLEASE_ETCD_PASSWORD", "hunter2")))
        .hasMessageContaining("no user")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> parse("//a?user=me&passwordFile=" + temp.resolve("none")))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void user_and_password_are_sent_unencrypted_only_to_this_machine_or_if_somebody_says_so() {
    Map<String, String> environment =
        Map.of("PRLEASE_ETCD_USER", "me", "PRLEASE_ETCD_PASSWORD", "hunter2");
    for (String location : List.of("//a", "//127.0.0.1,a", "//127.evil.example.com")) {
      assertThatThrownBy(() -> EtcdLocation.parse(location, environment))
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining("unencrypted: give tls=true")
          .hasMessageNotContaining("hunter2");
    }
    for (String location : List.of("//localhost,127.0.0.1:1,[::1]:2", "//a?tls=false")) {
      EtcdStoreOptions read = EtcdLocation.parse(location, environment);
      assertThat(read.login()).isPresent();
      String handedOn = EtcdLocation.text(read).substring("etcd:".length());
      assertThat(EtcdLocation.parse(handedOn, environment)).hasToString(read.toString());
    }
  }

  @Test
  void a_password_in_the_location_is_refused_and_not_repeated() {
    for (String location :
        List.of("//me:hunter2@a:2379", "//a?password=hunter2", "//a?user=me&password=hunter2")) {
      assertThatThrownBy(() -> parse(location))
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageNotContaining("hunter2");
    }
  }

  @Test
  void files_for_tls_that_are_of_no_use_are_named(@TempDir Path temp) throws Exception {
    Path garbage = Files.writeString(temp.resolve("garbage.pem"), "nothing of that kind");
    EtcdStoreOptions options = parse("//a?ca=" + garbage);
    assertThatThrownBy(() -> EtcdLeaseStore.open(options, Engine.context()))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("garbage.pem");
    EtcdStoreOptions missing = parse("//a?ca=" + temp.resolve("missing.pem"));
    assertThatThrownBy(() -> EtcdLeaseStore.open(missing, Engine.context()))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("missing.pem");
  }
}
