package dev.prlease.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A JVM of its own that supervises a command, for tests that kill or stop it. Arguments: where to
 * write how it ended, milliseconds until the deadline, milliseconds of grace, the command.
 */
public final class SupervisingMain {
  private SupervisingMain() {}

  /** Exits with the command's code. */
  public static void main(String[] arguments) throws Exception {
    List<String> all = List.of(arguments);
    Map<String, String> environment = System.getenv();
    CommandSupervisor supervisor = CommandSupervisor.prepare(environment);
    FixedDeadline deadline =
        FixedDeadline.in(
            Duration.ofMillis(Long.parseLong(all.get(1))),
            Duration.ofMillis(Long.parseLong(all.get(2))));
    Path report = Path.of(all.get(0));
    Files.writeString(report, "deadline " + deadline.wall().toEpochMilli() + "\n");
    CountDownLatch over = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Interrupt(Thread.currentThread(), over));
    SupervisedProcess process =
        supervisor.start(
            new Command(all.subList(3, all.size()), environment, Path.of("").toAbsolutePath()),
            deadline);
    CommandEnd end = process.await();
    try {
      Files.writeString(report, "deadline " + deadline.wall().toEpochMilli() + "\n" + end + "\n");
    } finally {
      over.countDown();
    }
    System.exit(end.exitCode());
  }

  /** A signal ends the command, as it does in the command line's program. */
  private static final class Interrupt extends Thread {
    private final Thread waiter;
    private final CountDownLatch over;

    Interrupt(Thread waiter, CountDownLatch over) {
      this.waiter = waiter;
      this.over = over;
    }

    @Override
    public void run() {
      waiter.interrupt();
      try {
        over.await();
      } catch (InterruptedException nobodyInterrupts) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
