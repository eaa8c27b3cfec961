package dev.prlease.store.etcd;

import dev.prlease.api.LeaseConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * What the files of {@link EtcdTls} say, read once when a store is opened.
 *
 * @param trust who vouches for servers; empty for the JDK's own
 * @param keys our own certificate; empty for none
 */
record TlsFiles(List<TrustManager> trust, List<KeyManager> keys) {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

  /**
   * Reads them.
   *
   * @throws LeaseConfigurationException naming the file that is not what it should be
   */
  static TlsFiles read(EtcdTls tls) {
    return new TlsFiles(
        tls.authorities().map(TlsFiles::trust).orElse(List.of()),
        tls.identity().map(TlsFiles::keys).orElse(List.of()));
  }

  private static List<TrustManager> trust(Path file) {
    try {
      KeyStore store = emptyStore();
      int number = 0;
      for (Certificate each : certificates(file)) {
        store.setCertificateEntry("authority-" + number++, each);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return List.of(factory.getTrustManagers());
    } catch (IOException | GeneralSecurityException failed) {
      throw unusable(file, failed);
    }
  }

  private static List<KeyManager> keys(EtcdTls.Identity identity) {
    Path reading = identity.certificate();
    try {
      Certificate[] chain = certificates(reading).toArray(new Certificate[0]);
      reading = identity.key();
      PrivateKey key = key(Files.readString(reading, StandardCharsets.US_ASCII));
      KeyStore store = emptyStore();
      store.setKeyEntry("identity", key, new char[0], chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, new char[0]);
      return List.of(factory.getKeyManagers());
    } catch (IOException | GeneralSecurityException failed) {
      throw unusable(reading, failed);
    }
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static List<Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      List<Certificate> found =
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (found.isEmpty()) {
        throw new GeneralSecurityException("it has no certificate");
      }
      return found;
    }
  }

  private static PrivateKey key(String pem) throws GeneralSecurityException {
    int begin = pem.indexOf(BEGIN);
    int end = pem.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new GeneralSecurityException(
          "it has no '" + BEGIN + "'; openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW makes one");
    }
    byte[] encoded;
    try {
      encoded = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
    } catch (IllegalArgumentException garbled) {
      throw new GeneralSecurityException("its key is no Base64");
    }
    PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(encoded);
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (GeneralSecurityException another) {
        // The next one may fit; what a key says of itself is no use without parsing it.
      }
    }
    throw new GeneralSecurityException("its key is of none of the kinds " + ALGORITHMS);
  }

  private static LeaseConfigurationException unusable(Path file, Exception why) {
    return new LeaseConfigurationException(
        "the file "
            + file
            + " is of no use for TLS: "
            + (why instanceof IOException ? why.toString() : why.getMessage()),
        "Name a readable PEM file.",
        why);
  }
}
