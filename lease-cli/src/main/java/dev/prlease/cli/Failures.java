package dev.prlease.cli;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.CorruptRecordException;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.UnsupportedVersionException;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes words and an exit code of whatever stood in the way. */
final class Failures {
  private final World world;
  private final String name;
  private final Optional<Call> call;

  /**
   * For one call.
   *
   * @param name what was called, as typed: {@code prlease run}
   * @param call its options, once they are known
   */
  Failures(World world, String name, Optional<Call> call) {
    this.world = world;
    this.name = name;
    this.call = call;
  }

  /** Tells of {@code failure} on standard error. */
  int report(Throwable failure) {
    if (!world.variable("PRLEASE_DEBUG").isEmpty()) {
      trace(failure);
    }
    if (failure instanceof UsageException usage) {
      return say(usage.getMessage(), usage.nextStep(), ExitCode.USAGE);
    }
    if (failure instanceof RefusedException refused) {
      return say(refused.getMessage(), refused.nextStep(), refused.code());
    }
    if (failure instanceof AlreadyHeldException held) {
      return conflict(held, "", conflictCode());
    }
    if (failure instanceof WaitTimeoutException timeout) {
      return conflict(timeout.lastSeen(), "timed out waiting: ", ExitCode.WAIT_TIMEOUT);
    }
    if (failure instanceof LeaseException known) {
      return say(known.getMessage(), known.nextStep(), code(known));
    }
    if (failure instanceof InterruptedException) {
      return say("interrupted; what was taken is given back", "", ExitCode.INTERRUPTED);
    }
    return say(
        "a fault in prlease itself: " + failure,
        "Please report it with the trace that PRLEASE_DEBUG=1 prints.",
        ExitCode.INTERNAL);
  }

  /** The exit code that tells of {@code failure}. */
  static int code(LeaseException failure) {
    if (failure instanceof AlreadyHeldException) {
      return ExitCode.HELD;
    }
    if (failure instanceof NotOwnerException) {
      return ExitCode.NOT_OWNER;
    }
    if (failure instanceof LeaseExpiredException) {
      return ExitCode.EXPIRED;
    }
    if (failure instanceof CorruptRecordException
        || failure instanceof UnsupportedVersionException
        || failure instanceof KeyMismatchException) {
      return ExitCode.UNREADABLE;
    }
    if (failure instanceof LeaseStoreException) {
      return ExitCode.STORE;
    }
    if (failure instanceof LeaseConfigurationException) {
      return ExitCode.CONFIGURATION;
    }
    return failure instanceof WaitTimeoutException ? ExitCode.WAIT_TIMEOUT : ExitCode.FAILED;
  }

  /** Everything that somebody who stands down needs, the next command to type at the end. */
  private int conflict(AlreadyHeldException held, String prefix, int code) {
    world.console().err(name + ": " + prefix + held.getMessage() + "; standing down");
    for (String line : LeaseLines.of(held.record(), world.clock().now(), held.store())) {
      world.console().err(line);
    }
    if (isOwn(held)) {
      world.console().err("  note    that is this session: another command of it is at work");
    }
    String key = held.key().map(Object::toString).orElse("");
    world.console().err("  next:   prlease status --key " + ShellQuote.word(key) + storeOption());
    return code;
  }

  private boolean isOwn(AlreadyHeldException held) {
    try {
      Optional<String> named = call.flatMap(given -> given.value("session"));
      return new Sessions(named, world.directory(), world.environment())
          .find()
          .filter(held.owner()::equals)
          .isPresent();
    } catch (UsageException | LeaseException unknown) {
      return false;
    }
  }

  private String storeOption() {
    return call.flatMap(given -> given.value("store"))
        .map(location -> " --store " + ShellQuote.word(location))
        .orElse("");
  }

  private int conflictCode() {
    return call.flatMap(given -> given.value("conflict-exit-code"))
        .map(Integer::parseInt)
        .orElse(ExitCode.HELD);
  }

  private int say(@Nullable String message, String next, int code) {
    world.console().err(name + ": " + message);
    if (!next.isEmpty()) {
      world.console().err("  next: " + next);
    }
    return code;
  }

  private void trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    text.toString().lines().forEach(world.console()::err);
  }
}
