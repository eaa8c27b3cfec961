package dev.prlease.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something is set up wrongly: an unknown store scheme, a doubled plugin, a missing home.
 *
 * <p><b>What to do:</b> mend what the message names; nothing was read or written.
 */
public final class LeaseConfigurationException extends LeaseException {
  private static final long serialVersionUID = 1L;

  /** {@code message} says what is wrong, {@code nextStep} how to mend it. */
  public LeaseConfigurationException(String message, String nextStep, @Nullable Throwable cause) {
    super("configuration", Optional.empty(), message, nextStep, cause);
  }
}
