package dev.prlease.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Reads an output to its end, on a thread of its own, and keeps the beginning. */
final class Pump implements Runnable {
  private final InputStream from;
  private final int limit;
  private final Charset charset;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long total;

  private Pump(InputStream from, int limit, Charset charset) {
    this.from = from;
    this.limit = limit;
    this.charset = charset;
  }

  static Pump of(InputStream from, int limit, Charset charset, Threads threads) {
    Pump pump = new Pump(from, limit, charset);
    threads.start("prlease-output", pump);
    return pump;
  }

  @Override
  public void run() {
    boolean seen = false;
    try (from) {
      byte[] buffer = new byte[8192];
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        keep(buffer, read);
      }
      seen = true;
    } catch (IOException closed) {
      // The JDK closes the pipe of a process that ended: what it held was read before.
    } finally {
      ended.complete(seen); // Also if there is no memory to keep more: nobody is to wait then.
    }
  }

  private synchronized void keep(byte[] bytes, int count) {
    total += count;
    kept.write(bytes, 0, Math.min(count, limit - kept.size()));
  }

  /** What was read until the end, or after {@code atMost} until now; interrupts cut that short. */
  Output collect(Duration atMost) {
    return collected(ProcessTree.await(ended, atMost));
  }

  /** The same, whatever interrupts come. */
  Output collectThroughInterrupts(Duration atMost) {
    return collected(ProcessTree.awaitThroughInterrupts(ended, atMost));
  }

  private Output collected(boolean hasEnded) {
    boolean complete = hasEnded && ended.join();
    synchronized (this) {
      return new Output(kept.toString(charset), total, complete && total == kept.size());
    }
  }
}
