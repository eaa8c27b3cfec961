package dev.prlease.store.etcd;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Which files prove who is who, all in PEM.
 *
 * @param authorities the certificates of those who vouch for the servers; the JDK's own if empty
 * @param identity our own certificate and key; empty where the servers ask for none
 */
public record EtcdTls(Optional<Path> authorities, Optional<Identity> identity) {
  /** Servers that the JDK trusts, and no certificate of our own. */
  public static final EtcdTls DEFAULTS = new EtcdTls(Optional.empty(), Optional.empty());

  /** Refuses null. */
  public EtcdTls {
    Objects.requireNonNull(authorities, "authorities");
    Objects.requireNonNull(identity, "identity");
  }

  /**
   * Our own certificate.
   *
   * @param certificate with those of its issuers behind it
   * @param key not encrypted, in the form PKCS #8 ({@code BEGIN PRIVATE KEY})
   */
  public record Identity(Path certificate, Path key) {
    /** Refuses null. */
    public Identity {
      Objects.requireNonNull(certificate, "certificate");
      Objects.requireNonNull(key, "key");
    }
  }
}
