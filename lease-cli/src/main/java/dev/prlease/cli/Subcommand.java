package dev.prlease.cli;

import dev.prlease.cli.syntax.Call;
import dev.prlease.json.JsonText.ObjectFields;

/** One subcommand at work. Its class is loaded when it is called. */
public interface Subcommand {
  /**
   * Does what {@code call} asks for.
   *
   * @return the exit code
   * @throws InterruptedException if a signal asks to stop; what was taken is given back first
   * @throws Exception whatever stands in the way; {@link Failures} makes words and a code of it
   */
  int run(Call call, World world) throws Exception;

  /** Adds what the JSON answer of this subcommand says of {@code failure} beside the error. */
  default void describe(Throwable failure, ObjectFields to) {}
}
