package dev.prlease.cli;

import dev.prlease.cli.output.Console;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.SystemClock;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The program: binds a call to this process.
 *
 * <p>A signal that ends programs starts the JVM's shutdown, whose hook interrupts the call and
 * waits until it has ended its child and given back what it took; the JVM then exits with 128 plus
 * the signal's number. A call that only looks is not waited for. A second signal changes nothing:
 * the JVM is in its shutdown already.
 */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] words) {
    Map<String, String> environment = OuterLocale.restore(System.getenv());
    Terminal terminal = new Terminal(environment);
    Console console =
        new Console(
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            terminal,
            terminal::showsStatusLine);
    System.setErr(console.errors());
    SignalHook.Installed signals = SignalHook.install(Thread.currentThread(), console::err);
    World world =
        new World(
            environment,
            Path.of("").toAbsolutePath(),
            console,
            new SystemClock(),
            ThreadPoolScheduler::new,
            new ThisHost(),
            new FileInputStream(FileDescriptor.in),
            signals.hook());
    int code = new Cli(world).run(List.of(words));
    signals.callIsOver(code);
    System.exit(code);
  }
}
