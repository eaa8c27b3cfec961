package dev.prlease.store.etcd;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** Asks a member over HTTP for its time, which it tells in the header {@code Date}. */
final class HttpDate {
  private final Optional<SSLSocketFactory> tls;

  private HttpDate(Optional<SSLSocketFactory> tls) {
    this.tls = tls;
  }

  /** With the keys and certificates of {@code files}, if there are any. */
  static HttpDate with(Optional<TlsFiles> files) throws IOException {
    try {
      return new HttpDate(
          files.isEmpty()
              ? Optional.empty()
              : Optional.of(context(files.get()).getSocketFactory()));
    } catch (GeneralSecurityException useless) {
      throw new IOException("with these files for TLS there is none: " + useless, useless);
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

  /**
   * What {@code member} tells.
   *
   * @param limit to connect, and again to answer
   */
  Instant ask(EtcdEndpoint member, Duration limit) throws IOException {
    URL url = new URL(tls.isPresent() ? "https" : "http", member.host(), member.port(), "/version");
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection encrypted) {
      encrypted.setSSLSocketFactory(tls.orElseThrow());
    }
    connection.setConnectTimeout(Math.toIntExact(limit.toMillis()));
    connection.setReadTimeout(Math.toIntExact(limit.toMillis()));
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
}
