package dev.prlease.store.git;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** {@code git daemon} on the loopback, by which whoever comes may push. */
final class GitDaemon implements AutoCloseable {
  private final Process process;
  private final int port;

  private GitDaemon(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static GitDaemon serve(BareRepository repository) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      int port = freePort();
      ProcessBuilder builder =
          new ProcessBuilder(
              "git",
              "daemon",
              "--reuseaddr",
              "--listen=127.0.0.1",
              "--port=" + port,
              "--base-path=" + repository.parent(),
              "--export-all",
              "--enable=receive-pack",
              "--informative-errors",
              repository.directory().toString());
      builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
      builder
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      GitDaemon daemon = new GitDaemon(builder.start(), port);
      if (daemon.answers()) {
        return daemon;
      }
      daemon.close();
      if (tries == 5) {
        throw new IOException("git daemon does not start");
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean answers() throws InterruptedException {
    for (int i = 0; i < 1_000 && process.isAlive(); i++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        return true;
      } catch (IOException notYet) {
        boolean unused = process.waitFor(10, TimeUnit.MILLISECONDS);
      }
    }
    return false;
  }

  String url() {
    return "git://127.0.0.1:" + port + "/remote.git";
  }

  @Override
  public void close() {
    // It starts another process, which serves.
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
