package dev.prlease.store.etcd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Stands before a member of etcd and makes it one whose clock is wrong: over HTTP it tells another
 * time. What goes over gRPC passes as it is.
 */
final class WrongDate implements AutoCloseable {
  private static final String DATE = "\r\nDate: ";
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

  private final ServerSocket listening;
  private final EtcdEndpoint member;
  private final Optional<Duration> ahead;

  /** In front of {@code member}, whose clock is to be {@code ahead}. */
  WrongDate(EtcdEndpoint member, Duration ahead) {
    this(member, Optional.of(ahead));
  }

  /** In front of {@code member}, which is not to answer over HTTP. */
  static WrongDate none(EtcdEndpoint member) {
    return new WrongDate(member, Optional.empty());
  }

  private WrongDate(EtcdEndpoint member, Optional<Duration> ahead) {
    this.member = member;
    this.ahead = ahead;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    daemon(this::accept);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "wrong-date");
    thread.setDaemon(true);
    thread.start();
  }

  EtcdEndpoint endpoint() {
    return new EtcdEndpoint("127.0.0.1", listening.getLocalPort());
  }

  private void accept() {
    while (true) {
      try {
        Socket client = listening.accept();
        Socket server = new Socket(member.host(), member.port());
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        daemon(() -> pump(client, server));
        daemon(() -> pump(server, client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[16 * 1024];
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        String said = new String(buffer, 0, read, ISO_8859_1);
        if (said.startsWith("HTTP/1.")) {
          if (ahead.isEmpty()) {
            return;
          }
          said = shifted(said, ahead.get());
        }
        out.write(said.getBytes(ISO_8859_1));
        out.flush();
      }
    } catch (IOException cut) {
      // The one end or the other is gone.
    }
  }

  private static String shifted(String said, Duration ahead) {
    int start = said.indexOf(DATE) + DATE.length();
    int end = said.indexOf("\r\n", start);
    ZonedDateTime told =
        ZonedDateTime.parse(said.substring(start, end), DateTimeFormatter.RFC_1123_DATE_TIME);
    return said.substring(0, start) + FORM.format(told.plus(ahead)) + said.substring(end);
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
