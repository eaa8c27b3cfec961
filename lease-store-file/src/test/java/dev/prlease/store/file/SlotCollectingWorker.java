package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A process that removes the old slots of {@link LeaseWorker}s all the time, until it is killed. It
 * prints a dot for each that it removed, and else what kept it from removing one.
 */
final class SlotCollectingWorker {
  private SlotCollectingWorker() {}

  /** Argument: the home. */
  public static void main(String[] args) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    try (FileLeaseStore store = LeaseWorker.openStore(Path.of(args[0]))) {
      while (true) {
        Instant old = Contexts.real().clock().now().minus(LeaseWorker.OLD);
        Collected collected =
            store.collect(
                new CollectRequest(
                    old, old, CollectRequest.Mode.REMOVE, Optional.empty(), () -> true));
        String told =
            ".".repeat(collected.removed().size())
                + (collected.troubles().isEmpty() ? "" : collected.troubles());
        out.write(told.getBytes(UTF_8));
      }
    }
  }
}
