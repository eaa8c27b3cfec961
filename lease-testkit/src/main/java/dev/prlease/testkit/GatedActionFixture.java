package dev.prlease.testkit;

import dev.prlease.spi.GatedAction;
import java.io.IOException;
import java.util.Optional;

/**
 * Fresh actions for one test, and whether they have begun to act: what a gated action gives {@link
 * GatedActionContract}. Each further method lets more be shown.
 */
public interface GatedActionFixture extends AutoCloseable {
  /** A new action that does what it should, and ends by itself. */
  GatedAction<?> succeeding();

  /** Whether any action of this place has begun to act: what it was to do is seen outside. */
  boolean hasActed();

  /** A new action that ends by itself without having done what it should. */
  default Optional<GatedAction<?>> failing() {
    return Optional.empty();
  }

  /** A new action that, once it has begun to act, goes on until it is stopped. */
  default Optional<GatedAction<?>> endless() {
    return Optional.empty();
  }

  /** A word that the actions were given in confidence, such as a password or an argument. */
  default Optional<String> secret() {
    return Optional.empty();
  }

  /** Removes what the actions left. */
  @Override
  default void close() throws IOException {}
}
