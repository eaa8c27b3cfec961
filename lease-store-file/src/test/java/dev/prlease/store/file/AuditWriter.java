package dev.prlease.store.file;

import dev.prlease.api.Fence;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that records events as fast as it can, rotating all the time, until it is killed. After
 * each that is taken down it prints its number.
 */
final class AuditWriter {
  private AuditWriter() {}

  /** Arguments: the home, and the name by which its events are known. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    AuditSink sink = open(args[0], 4_096);
    for (int number = 1; ; number++) {
      sink.record(event(args[1], number));
      out.println(number);
      // About as long as an event takes on a disk: so others come in between.
      LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(1_000_000));
    }
  }

  /** A sink that rotates at {@code maxBytes}, and removes nothing in a run. */
  static AuditSink open(String home, long maxBytes) throws IOException {
    Path directory = Path.of(home);
    return new JsonLinesAuditSink(
        directory, CurrentUser.find(), new AuditLimits(maxBytes, 1_000), Disk.REAL);
  }

  static AuditEvent event(String writer, int number) {
    return new AuditEvent(
        AuditEvent.Type.RENEWED,
        Records.TIME,
        Records.KEY,
        new SessionId(writer + "-" + number),
        new Fence(7),
        Optional.empty(),
        Map.of());
  }
}
