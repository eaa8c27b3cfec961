package dev.prlease.bench;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.SocketFactory;

/**
 * Sockets to a server on this machine that take as long as those between machines: what is sent
 * goes a while later, and so does what comes in. Whoever waits for an answer before he sends more
 * has all of his messages delayed alike, and nothing but his own thread works for it. The driver
 * makes it by its name.
 */
public final class FarSockets extends SocketFactory {
  private static final long ONE_WAY_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

  private static void travel() {
    long due = System.nanoTime() + ONE_WAY_NANOS;
    for (long left = ONE_WAY_NANOS; left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public Socket createSocket() {
    return new FarSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw new IOException("only sockets that are not connected yet are far");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket(host.getHostAddress(), port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    return createSocket(host.getHostAddress(), port);
  }

  private static final class FarSocket extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] bytes, int from, int most) throws IOException {
          int count = super.read(bytes, from, most);
          travel();
          return count;
        }
      };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
          travel();
          out.write(bytes, from, count);
        }
      };
    }
  }
}
