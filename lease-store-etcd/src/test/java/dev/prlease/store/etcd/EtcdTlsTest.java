package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Finding;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that speaks TLS only, and lets nobody in without a certificate. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a cluster of its own, started once
@Timeout(120)
final class EtcdTlsTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final String PASSWORD = "changeit";

  private Path temp = Path.of("");
  private Optional<EtcdNodes> nodes = Optional.empty();

  @BeforeAll
  void startTheCluster(@TempDir Path fresh) throws Exception {
    temp = fresh;
    make("server");
    make("client");
    make("stranger");
    nodes =
        Optional.of(
            EtcdNodes.start(
                1,
                "--cert-file=" + file("server.pem"),
                "--key-file=" + file("server-key.pem"),
                "--client-cert-auth",
                "--trusted-ca-file=" + file("client.pem")));
  }

  @AfterAll
  void endTheCluster() {
    nodes.ifPresent(EtcdNodes::close);
  }

  private Path file(String name) {
    return temp.resolve(name);
  }

  /** A key and a certificate that vouches for itself, as {@code NAME.pem}, {@code NAME-key.pem}. */
  private void make(String name) throws Exception {
    Path store = file(name + ".p12");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-ext",
                "bc:critical=ca:true",
                "-ext",
                "ku=digitalSignature,keyCertSign",
                "-ext",
                "eku=serverAuth,clientAuth",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    write(name + ".pem", "CERTIFICATE", keys.getCertificate(name).getEncoded());
    Key key = keys.getKey(name, PASSWORD.toCharArray());
    write(name + "-key.pem", "PRIVATE KEY", key.getEncoded());
  }

  private void write(String name, String kind, byte[] encoded) throws Exception {
    Files.writeString(
        file(name),
        "-----BEGIN "
            + kind
            + "-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded)
            + "\n-----END "
            + kind
            + "-----\n");
  }

  private EtcdLeaseStore open(String authority, Optional<String> identity, Duration timeout) {
    EtcdTls tls =
        new EtcdTls(
            Optional.of(file(authority + ".pem")),
            identity.map(
                name -> new EtcdTls.Identity(file(name + ".pem"), file(name + "-key.pem"))));
    return EtcdLeaseStore.open(
        EtcdStoreOptions.of(nodes.orElseThrow().endpoints())
            .withPrefix("tls")
            .withTimeout(timeout)
            .withTls(tls),
        Engine.context());
  }

  @Test
  void who_is_let_in_keeps_leases_by_the_clusters_time() {
    try (EtcdLeaseStore store = open("server", Optional.of("client"), Duration.ofSeconds(30))) {
      LeaseSlot held =
          store
              .compareAndExchange(
                  KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10)))
              .slot();
      assertThat(store.load(KEY)).isEqualTo(held);
      assertThat(store.clock().uncertainty()).isLessThan(Clock.UNKNOWN_UNCERTAINTY);
      assertThat(store.diagnose()).extracting(Finding::level).containsOnly(Finding.Level.OK);
    }
  }

  @Test
  void who_has_no_certificate_or_a_strangers_and_who_meets_a_stranger_keeps_none() {
    for (EtcdLeaseStore store :
        List.of(
            open("server", Optional.empty(), SOON),
            open("server", Optional.of("stranger"), SOON),
            open("client", Optional.of("client"), SOON))) {
      try (store) {
        assertThatThrownBy(() -> store.load(KEY)).isInstanceOf(LeaseStoreException.class);
      }
    }
  }
}
