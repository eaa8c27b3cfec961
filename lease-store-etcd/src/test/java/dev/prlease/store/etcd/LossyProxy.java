package dev.prlease.store.etcd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between a client and a server on loopback, and spoils what passes as a test wants it. Of
 * members of etcd it knows which one calls: they say so in a header of HTTP.
 */
final class LossyProxy implements AutoCloseable {
  private static final String CALLER = "X-Server-From:";

  private static final int PIECE_MILLIS = 50;

  /** What becomes of what passes. */
  private enum Mode {
    PASS,
    /** Requests go through, and answers do not. */
    DROP_ANSWERS,
    /** What clients send goes through when that is over, also if they are gone by then. */
    HOLD_REQUESTS,
    /** Connections are cut, and no new ones come about. */
    REFUSE
  }

  private final ServerSocket listening;
  private volatile int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Map<Socket, String> callers = new ConcurrentHashMap<>();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private final AtomicInteger holding = new AtomicInteger();
  private volatile Mode mode = Mode.PASS;
  private volatile long delayMillis;

  /** In front of {@code target}, a port of loopback. */
  LossyProxy(int target) {
    this.target = target;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    daemon(this::accept);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "lossy-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  /** The port that it listens on. */
  int port() {
    return listening.getLocalPort();
  }

  /** Whoever connects from now on reaches another server. */
  void target(int newTarget) {
    target = newTarget;
  }

  /** As if it were not there. */
  void pass() {
    mode = Mode.PASS;
    delayMillis = 0;
    refused.clear();
  }

  /** Cuts off the member of etcd with this id, in hexadecimal; others pass. */
  void refuse(String caller) {
    refused.add(caller);
    callers.forEach(
        (socket, id) -> {
          if (id.equals(caller)) {
            close(socket);
          }
        });
  }

  /** From now on the server hears everything, and is not heard. */
  void dropAnswers() {
    mode = Mode.DROP_ANSWERS;
  }

  boolean losesAnswers() {
    return mode == Mode.DROP_ANSWERS;
  }

  /** From now on the server hears nothing; what it is to hear is kept for it. */
  void holdRequests() {
    mode = Mode.HOLD_REQUESTS;
  }

  /** Comes back when all that was held has been handed to the server. */
  void awaitDelivery() {
    while (holding.get() > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  /** From now on what passes takes {@code millis} longer, one way. */
  void delay(long millis) {
    delayMillis = millis;
  }

  /** Cuts what is connected, and lets nobody connect. */
  void refuse() {
    mode = Mode.REFUSE;
    cut();
  }

  /** Cuts what is connected; whoever likes may connect again. */
  void cut() {
    sockets.forEach(LossyProxy::close);
  }

  private void accept() {
    while (true) {
      Socket client;
      try {
        client = listening.accept();
      } catch (IOException closed) {
        return;
      }
      sockets.add(client);
      if (mode == Mode.REFUSE) {
        forget(client);
        continue;
      }
      Socket server = new Socket();
      sockets.add(server);
      try {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5_000);
      } catch (IOException unreachable) {
        forget(client);
        forget(server);
        continue;
      }
      daemon(() -> pump(client, server, false));
      daemon(() -> pump(server, client, true));
    }
  }

  private void pump(Socket from, Socket to, boolean isAnswer) {
    byte[] buffer = new byte[16 * 1024];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      while (true) {
        int read = in.read(buffer);
        if (read < 0) {
          return;
        }
        if (!isAnswer && isRefused(from, new String(buffer, 0, read, ISO_8859_1))) {
          return;
        }
        if (!isAnswer && mode == Mode.HOLD_REQUESTS) {
          hold(Arrays.copyOf(buffer, read), in, out);
          continue;
        }
        long delay = delayMillis;
        if (delay > 0) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delay));
        }
        if (!isAnswer || mode != Mode.DROP_ANSWERS) {
          out.write(buffer, 0, read);
          out.flush();
        }
      }
    } catch (IOException cut) {
      // That is what it is for.
    } finally {
      forget(from);
      forget(to);
    }
  }

  /**
   * Keeps what comes until nothing is held any more, and hands it over piece by piece, as it came:
   * that its sender has given up is the next that a server hears of a request, and not at once.
   */
  private void hold(byte[] first, InputStream in, OutputStream out) throws IOException {
    holding.incrementAndGet();
    try {
      List<byte[]> pieces = new ArrayList<>(List.of(first));
      while (mode == Mode.HOLD_REQUESTS) {
        int more = in.available();
        if (more > 0) {
          pieces.add(in.readNBytes(more));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
      for (byte[] piece : pieces) {
        out.write(piece);
        out.flush();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PIECE_MILLIS));
      }
    } finally {
      holding.decrementAndGet();
    }
  }

  private boolean isRefused(Socket from, String said) {
    int header = said.indexOf(CALLER);
    if (header >= 0) {
      int start = header + CALLER.length();
      callers.put(from, said.substring(start, said.indexOf('\r', start)).strip());
    }
    return refused.contains(callers.getOrDefault(from, ""));
  }

  private void forget(Socket socket) {
    sockets.remove(socket);
    callers.remove(socket);
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // As wanted.
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException gone) {
      // As wanted.
    }
    cut();
  }
}
