package dev.prlease.mcp;

import dev.prlease.api.SessionId;
import dev.prlease.core.LeaseManager;
import java.util.function.Consumer;

/**
 * What the server acts through: the {@code prlease} command, in this process. So a tool does what
 * the command of its name does, under the same rules, and there is no second way in.
 *
 * <p>Thread-safe: several calls may run at once, each on a thread of its own.
 */
public interface Commands {
  /**
   * Runs one command to its end. What stands in its way is part of the answer. If the thread is
   * interrupted, the command ends what it started, gives back what it took, and answers so.
   *
   * @param call what to run
   * @param line told each line of the answer as soon as it is there
   */
  CommandAnswer run(CommandCall call, Consumer<String> line);

  /**
   * The session that acts where a tool call names none; the same as long as the server runs.
   *
   * @throws dev.prlease.api.LeaseException if it cannot be found out
   */
  SessionId session();

  /**
   * The leases of the store that the commands work on; opened when it is first asked for, and
   * closed by the host, after the server has ended.
   *
   * @throws dev.prlease.api.LeaseException if the store cannot be opened
   */
  LeaseManager leases();
}
