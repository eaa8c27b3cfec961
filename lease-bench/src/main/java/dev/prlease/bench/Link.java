package dev.prlease.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A way to a server on this machine that takes as long as one between machines: what comes in goes
 * on a while later, in both directions. Its threads end with the JVM.
 */
final class Link {
  private static final long ONE_WAY_NANOS = TimeUnit.MICROSECONDS.toNanos(250);
  private static final int LONGEST = 1 << 16;

  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final int port;

  /** To {@code port}. */
  Link(int port) throws IOException {
    this.port = port;
    threads.execute(this::letIn);
  }

  /** Where it begins. */
  int port() {
    return door.getLocalPort();
  }

  private void letIn() {
    try {
      while (true) {
        Socket near = door.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        threads.execute(() -> carry(near, far));
        threads.execute(() -> carry(far, near));
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Whoever waits for an answer before he sends more has all of his messages delayed alike. */
  private static void carry(Socket from, Socket to) {
    byte[] buffer = new byte[LONGEST];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        long due = System.nanoTime() + ONE_WAY_NANOS;
        for (long left = ONE_WAY_NANOS; left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        out.write(buffer, 0, count);
      }
    } catch (IOException closed) {
      // by one side: the other is closed, too
    }
  }
}
