package dev.prlease.store.etcd;

import dev.prlease.spi.SampledClock;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The time of the members, from the header {@code Date} of their HTTP side, since the API that
 * leases are kept by tells no time. It counts in whole seconds.
 */
final class ClusterTime implements SampledClock.Source {
  /** In what steps the header counts. */
  static final Duration RESOLUTION = Duration.ofSeconds(1);

  /** How far members may be apart: etcd itself warns of more. */
  static final Duration SKEW = Duration.ofSeconds(1);

  private static final int MILLIS_PER_MEMBER = 2_000;

  private final Members members;
  private final List<EtcdEndpoint> endpoints;
  private final Optional<TlsFiles> tls;

  ClusterTime(Members members, List<EtcdEndpoint> endpoints, Optional<TlsFiles> tls) {
    this.members = members;
    this.endpoints = endpoints;
    this.tls = tls;
  }

  @Override
  public Instant ask() throws Exception {
    int first = members.current();
    IOException last = new IOException("there is nobody to ask");
    for (int i = 0; i < endpoints.size(); i++) {
      EtcdEndpoint each = endpoints.get((first + i) % endpoints.size());
      try {
        return ask(each);
      } catch (IOException failed) {
        last = new IOException(each + " does not tell the time over HTTP: " + failed, failed);
      }
    }
    throw last;
  }

  private Instant ask(EtcdEndpoint endpoint) throws IOException, GeneralSecurityException {
    URL url =
        URI.create((tls.isPresent() ? "https://" : "http://") + endpoint + "/version").toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection encrypted) {
      encrypted.setSSLSocketFactory(context(tls.orElseThrow()).getSocketFactory());
    }
    connection.setConnectTimeout(MILLIS_PER_MEMBER);
    connection.setReadTimeout(MILLIS_PER_MEMBER);
    connection.setUseCaches(false);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Connection", "close"); // and no thread that keeps it alive
    try {
      connection.connect();
      String date = connection.getHeaderField("Date");
      if (date == null) {
        throw new IOException("its answer has no Date");
      }
      return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException garbled) {
      throw new IOException("its Date is none", garbled);
    } finally {
      connection.disconnect();
    }
  }

  private static SSLContext context(TlsFiles files) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        files.keys().isEmpty() ? null : files.keys().toArray(KeyManager[]::new),
        files.trust().isEmpty() ? null : files.trust().toArray(TrustManager[]::new),
        null);
    return context;
  }
}
