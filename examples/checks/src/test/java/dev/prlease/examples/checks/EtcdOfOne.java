package dev.prlease.examples.checks;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A real etcd of one node on loopback. It ends with this JVM, however that ends: a shell waits for
 * the end of its input, and then kills it.
 */
final class EtcdOfOne implements AutoCloseable {
  private static final String SCRIPT =
      "\"$@\" </dev/null >\"$LOG\" 2>&1 & read gone; kill -9 $!; wait $!";
  private static final int TRIES = 5;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  private final int port = freePort();
  private final Path log;
  private final Process shell;

  private EtcdOfOne(Path directory) throws IOException {
    log = directory.resolve("log");
    String clients = "http://127.0.0.1:" + port;
    List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh", "etcd"));
    command.addAll(
        List.of(
            "--data-dir=" + directory.resolve("data"),
            "--listen-client-urls=" + clients,
            "--advertise-client-urls=" + clients,
            "--listen-peer-urls=http://127.0.0.1:" + freePort(),
            "--log-level=warn"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("ETCD"));
    builder.environment().put("LOG", log.toString());
    shell = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** Starts one with its data below {@code place}, and comes back when it answers. */
  static EtcdOfOne start(Path place) throws Exception {
    for (int tries = 1; ; tries++) {
      EtcdOfOne etcd = new EtcdOfOne(Files.createDirectories(place.resolve("try" + tries)));
      if (etcd.comesUp()) {
        return etcd;
      }
      etcd.close(); // somebody may have taken a port meanwhile
      if (tries == TRIES) {
        throw new AssertionError("etcd did not start: " + Files.readString(etcd.log));
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean comesUp() throws IOException {
    long end = System.nanoTime() + PATIENCE;
    while (System.nanoTime() - end < 0) {
      if (isHealthy()) {
        return true;
      }
      if (Files.exists(log) && Files.readString(log).contains("address already in use")) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return false;
  }

  private boolean isHealthy() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://127.0.0.1:" + port + "/health")
                  .toURL()
                  .openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(1_000);
      connection.setReadTimeout(5_000);
      return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .contains("true");
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Where clients reach it. */
  int port() {
    return port;
  }

  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
    shell.onExit().join();
  }
}
