package dev.prlease.cli;

import dev.prlease.cli.output.Palette;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/** Whether a terminal is there to show colours. */
final class Terminal implements Supplier<Palette> {
  private final Map<String, String> environment;

  Terminal(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Colours if standard output is a terminal that shows them, and nobody said no. */
  @Override
  public Palette get() {
    boolean wanted =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    return wanted && isTerminal(Path.of("/proc/self/fd/1")) ? Palette.COLOURS : Palette.PLAIN;
  }

  /** Whether standard error is a terminal that can clear its last line. */
  boolean showsStatusLine() {
    return !environment.getOrDefault("TERM", "dumb").equals("dumb")
        && isTerminal(Path.of("/proc/self/fd/2"));
  }

  /** Elsewhere than on Linux there is no such link, and there are no colours. */
  private static boolean isTerminal(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }
}
