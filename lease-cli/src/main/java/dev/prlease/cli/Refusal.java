package dev.prlease.cli;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.ClaimRefusedException;
import dev.prlease.api.CorruptRecordException;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.NotRecordedException;
import dev.prlease.api.UnsupportedVersionException;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.checkout.CheckoutException;
import java.util.Optional;

/**
 * What stood in the way of a call.
 *
 * @param error a stable word for programs
 * @param exitCode the exit code
 * @param message what happened, and to what
 * @param next what to do about it; empty if there is nothing
 * @param key the lease that it is about, if it is about one
 */
record Refusal(String error, int exitCode, String message, String next, Optional<LeaseKey> key) {

  /** What {@code failure} means to the user of the command. */
  static Refusal of(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof UsageException usage) {
      return without("usage", ExitCode.USAGE, message, usage.nextStep());
    }
    if (failure instanceof NotHeldException lost) {
      return new Refusal(
          "not-owner", ExitCode.NOT_OWNER, message, lost.nextStep(), Optional.of(lost.key()));
    }
    if (failure instanceof LeaseException known) {
      return new Refusal(known.code(), code(known), message, known.nextStep(), known.key());
    }
    if (failure instanceof LeaseInterruptedException told) {
      return new Refusal("interrupted", ExitCode.INTERRUPTED, message, "", Optional.of(told.key()));
    }
    if (failure instanceof InterruptedException) {
      return without("interrupted", ExitCode.INTERRUPTED, message, "");
    }
    return without(
        "internal",
        ExitCode.INTERNAL,
        "a fault in prlease itself: " + failure,
        "Please report it with the trace that PRLEASE_DEBUG=1 prints.");
  }

  private static Refusal without(String error, int code, String message, String next) {
    return new Refusal(error, code, message, next, Optional.empty());
  }

  private static int code(LeaseException failure) {
    if (failure instanceof ClaimRefusedException claim) {
      return ClaimOutcome.exitCode(claim.refusal());
    }
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
    if (failure instanceof ForgeException forge) {
      return switch (forge.kind()) {
        case NOT_FOUND, REFUSED, HEAD_MOVED -> ExitCode.FAILED;
        case MISSING_PROGRAM, NOT_AUTHENTICATED, UNREACHABLE, RATE_LIMITED, UNINTELLIGIBLE ->
            ExitCode.UNAVAILABLE;
      };
    }
    if (failure instanceof LeaseStoreException || failure instanceof NotRecordedException) {
      return ExitCode.STORE;
    }
    if (failure instanceof LeaseConfigurationException || failure instanceof CheckoutException) {
      return ExitCode.CONFIGURATION;
    }
    return failure instanceof WaitTimeoutException ? ExitCode.TIMED_OUT : ExitCode.FAILED;
  }

  Refusal withExitCode(int other) {
    return new Refusal(error, other, message, next, key);
  }

  Refusal saying(String otherMessage, String otherNext) {
    return new Refusal(error, exitCode, otherMessage, otherNext, key);
  }
}
