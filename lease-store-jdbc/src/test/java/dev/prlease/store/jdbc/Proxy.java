package dev.prlease.store.jdbc;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between a store and its server, and does to what passes what networks do: cuts, delays,
 * loses. What one side sends in one go is one message here, which on loopback holds for messages as
 * small as these.
 */
final class Proxy implements Closeable {
  /** What becomes of a connection when its next message from the store passes. */
  private enum Fate {
    /** It reaches the server. */
    PASS,
    /** The server gets it, and its answer is lost with the connection. */
    LOSE_ANSWER,
    /** The server never gets it. */
    LOSE_REQUEST,
    /** Its answer comes when some time has passed. */
    DELAY_ANSWER,
    /** The store's side breaks; the server gets it when {@link #deliver} is called. */
    DELIVER_LATE
  }

  private final int target;
  private final ServerSocket listening;
  private final List<Closeable> open = new CopyOnWriteArrayList<>();
  private final AtomicReference<Fate> next = new AtomicReference<>(Fate.PASS);
  private final AtomicInteger requests = new AtomicInteger();
  private final Queue<Runnable> late = new ArrayDeque<>(); // guarded by this
  private volatile boolean down;
  private volatile Duration delay = Duration.ZERO;

  Proxy(int target) {
    this.target = target;
    try {
      this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("accept", this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  void loseNextAnswer() {
    next.set(Fate.LOSE_ANSWER);
  }

  void loseNextRequest() {
    next.set(Fate.LOSE_REQUEST);
  }

  void delayNextAnswer(Duration by) {
    delay = by;
    next.set(Fate.DELAY_ANSWER);
  }

  void deliverNextRequestLate() {
    next.set(Fate.DELIVER_LATE);
  }

  /** Delivers what was held back, and waits until the server has answered it. */
  void deliver() {
    Runnable held;
    synchronized (this) {
      held = late.remove();
    }
    held.run();
  }

  /** Delivers all that was held back, if anything was. */
  void deliverAll() {
    List<Runnable> held;
    synchronized (this) {
      held = List.copyOf(late);
      late.clear();
    }
    held.forEach(Runnable::run);
  }

  /** How often the turn went from a server to a store and back: how many round trips were made. */
  int roundTrips() {
    return requests.get();
  }

  /** Breaks all connections, and lets none through until {@link #comeBack}. */
  void goDown() {
    down = true;
    open.forEach(Proxy::closeQuietly);
    open.clear();
  }

  void comeBack() {
    down = false;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket store = listening.accept();
        if (down) {
          store.close();
          continue;
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        store.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        open.add(store);
        open.add(server);
        Link link = new Link(store, server);
        start("requests", link::requests);
        start("answers", link::answers);
      } catch (IOException closed) {
        // the server is away, or this is over
      }
    }
  }

  private final class Link {
    private final Socket store;
    private final Socket server;
    private final CountDownLatch answered = new CountDownLatch(1);
    private final AtomicBoolean isTurnOfStore = new AtomicBoolean(true);
    private volatile boolean losing;
    private volatile boolean delaying;

    Link(Socket store, Socket server) {
      this.store = store;
      this.server = server;
    }

    void requests() {
      byte[] buffer = new byte[1 << 20];
      try (InputStream in = store.getInputStream();
          OutputStream out = server.getOutputStream()) {
        int length = in.read(buffer);
        while (length >= 0) {
          if (isTurnOfStore.getAndSet(false)) {
            requests.incrementAndGet();
          }
          Fate fate = next.getAndSet(Fate.PASS);
          byte[] message = Arrays.copyOf(buffer, length);
          if (fate == Fate.DELIVER_LATE) {
            message = whole(message, in);
          }
          switch (fate) {
            case PASS -> send(out, message);
            case LOSE_ANSWER -> {
              losing = true;
              send(out, message);
            }
            case DELAY_ANSWER -> {
              delaying = true;
              send(out, message);
            }
            case LOSE_REQUEST -> {
              closeQuietly(store);
              return;
            }
            case DELIVER_LATE -> {
              losing = true;
              CountDownLatch delivered = new CountDownLatch(1);
              synchronized (Proxy.this) {
                late.add(
                    () -> {
                      delivered.countDown();
                      awaitAnswer();
                    });
              }
              closeQuietly(store);
              delivered.await();
              send(out, message);
              answered.await();
              return;
            }
          }
          length = in.read(buffer);
        }
      } catch (IOException | InterruptedException cut) {
        // one side is gone
      } finally {
        if (!losing) {
          closeQuietly(server);
        }
      }
    }

    private void awaitAnswer() {
      try {
        answered.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    void answers() {
      byte[] buffer = new byte[1 << 20];
      try (InputStream in = server.getInputStream();
          OutputStream out = store.getOutputStream()) {
        int length = in.read(buffer);
        while (length >= 0) {
          if (losing) {
            answered.countDown();
            closeQuietly(store);
            closeQuietly(server);
            return;
          }
          if (delaying) {
            delaying = false;
            LockSupport.parkNanos(delay.toNanos());
          }
          isTurnOfStore.set(true);
          out.write(buffer, 0, length);
          length = in.read(buffer);
        }
      } catch (IOException cut) {
        // one side is gone
      } finally {
        answered.countDown();
        closeQuietly(store);
      }
    }
  }

  /** What begins with {@code part}, up to the word by which the store asks for the commit. */
  private static byte[] whole(byte[] part, InputStream in) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(part);
    byte[] sync = {'S', 0, 0, 0, 4};
    byte[] more = new byte[1 << 16];
    int length = 0;
    while (length >= 0 && !endsWith(message.toByteArray(), sync)) {
      length = in.read(more);
      message.write(more, 0, Math.max(length, 0));
    }
    return message.toByteArray();
  }

  private static boolean endsWith(byte[] message, byte[] end) {
    int from = message.length - end.length;
    return from >= 0 && Arrays.equals(message, from, message.length, end, 0, end.length);
  }

  private static void send(OutputStream out, byte[] message) throws IOException {
    out.write(message);
    out.flush();
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, "proxy-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Closeable each) {
    try {
      each.close();
    } catch (IOException gone) {
      // as it should be
    }
  }

  @Override
  public void close() {
    closeQuietly(listening);
    open.forEach(Proxy::closeQuietly);
  }
}
