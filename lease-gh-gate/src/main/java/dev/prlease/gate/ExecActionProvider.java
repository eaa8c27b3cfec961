package dev.prlease.gate;

import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Makes {@link ExecAction}s; found by {@link java.util.ServiceLoader}. */
public final class ExecActionProvider implements GatedActionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public ExecActionProvider() {}

  @Override
  public String name() {
    return ExecAction.NAME;
  }

  /** The arguments are the command's words; it runs in this program's working directory. */
  @Override
  public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException("exec needs a command to run: exec CMD [ARGUMENT…]");
    }
    return ExecAction.prepare(arguments, environment, Path.of("").toAbsolutePath());
  }
}
